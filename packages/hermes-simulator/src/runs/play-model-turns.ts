import type { ModelTurn } from '../script/script.js';
import { callModel, type ModelAnswer } from './call-model.js';
import { callModelTools, readCalls, transcriptCalls } from '../tools/call-model-tools.js';
import type { ReadCall } from '../tools/tool-call.js';
import { cancelRun } from './cancel-run.js';
import { firstCharacters, SAID_CHARACTERS } from './said.js';
import { countUsage, currentTurn, endTurns, NO_TOKENS, type Turns } from './turns.js';
import { FIRST_STEP_MS, SETTLE_MS, TEXT_STOP_MS, type Worker } from './worker.js';

/** Attempts of one turn when the model answers nothing, or is cut (4.2). */
const MAX_ATTEMPTS = 4;

const NO_CONTENT =
  '\u26a0\ufe0f No reply: the model returned empty content after retries and any fallback providers. ' +
  'Try `continue`, switch model/provider, or inspect the tool output above.';
const NO_TURNS_LEFT =
  '\u26a0\ufe0f No reply: the maximum tool-iteration limit was reached before a final answer. ' +
  'Send `continue` to keep going, or raise `max_iterations`.';
/** What the guard of profile D says of a turn that only repeats itself; the text is discarded (15). */
const REPEATS =
  '\u26a0\ufe0f **Response Stopped \u2014 Repetition Detected**\n\nThe model fell into a repetition loop while writing ' +
  'this response, so the stream was stopped instead of running on. The partial response was discarded.\n\n' +
  '\u2192 Switch to a different model with `/model`\n\u2192 Or resend your message (your conversation history is ' +
  'preserved)';
const DECLINED = 'content_policy_blocked: model declined (content_filter)';

type Said = Extract<ModelAnswer, { kind: 'said' }>;

/** Plays a scripted model through the rules of the real agent loop of profile B (4.2, 5.3). */
export async function playModelTurns(
  worker: Worker,
  name: string,
  script: readonly ModelTurn[],
): Promise<void> {
  const { run } = worker;
  const turns: Turns = { name, script, said: 0, tokens: { ...NO_TOKENS }, interim: '', prefix: '' };
  await run.wait(FIRST_STEP_MS, TEXT_STOP_MS);
  for (let calls = 1; !run.workerEnded; calls += 1) {
    if (run.stopRequested) await cancelRun(worker);
    else await playTurn(worker, turns, calls >= worker.maxTurns);
  }
}

async function playTurn(worker: Worker, turns: Turns, last: boolean): Promise<void> {
  const turn = currentTurn(turns);
  const answer = await callModel(worker, turn, turns.prefix);
  if (answer.kind === 'error') worker.run.finish('failed', { error: answer.message });
  if (answer.kind === 'stopped') worker.run.cutInCall = true;
  if (answer.kind === 'repeats') endTurns(worker, REPEATS, NO_TOKENS, { partial: true });
  if (answer.kind !== 'said') return;
  if (turn.finish === 'content_filter') worker.run.finish('failed', { error: DECLINED });
  else if (answer.cut || turn.finish === 'length') await resume(worker, turns, answer.text);
  else await useAnswer(worker, turns, answer, last);
}

async function useAnswer(worker: Worker, turns: Turns, answer: Said, last: boolean): Promise<void> {
  const said = answer.text.trim();
  const turn = currentTurn(turns);
  const calls = readCalls(turn.toolCalls ?? [], `call_${turns.name}_${turns.said}`);
  // Arguments that are no JSON look like a cut answer to the agent; this call is not counted (4.2).
  if (calls === undefined) {
    endTurns(worker, worker.profile.badArguments, turns.tokens, { partial: true });
    return;
  }
  count(worker, turns, turn);
  if (said === '' && calls.length === 0) {
    await retryEmpty(worker, turns);
    return;
  }
  turns.said += 1;
  writeAssistant(worker, turn, said, calls);
  await worker.run.clock.sleep(SETTLE_MS);
  if (said !== '') worker.run.emit('reasoning.available', { text: firstCharacters(said, SAID_CHARACTERS) });
  if (calls.length > 0 && worker.profile.outcomes) await sayInterim(worker, turns, said);
  if (calls.length === 0) {
    await worker.run.clock.sleep(SETTLE_MS);
    endTurns(worker, worker.profile.outcomes ? answer.wellFormed.trim() : said, turns.tokens);
    return;
  }
  turns.prefix = '\n\n';
  await callModelTools(worker, calls);
  if (worker.run.stopRequested)
    worker.sessions.add(worker.transcript, { role: 'assistant', content: 'Operation interrupted.' });
  else if (last) await endBudget(worker, turns, said);
}

/** The model may not be called again: the last text and a warning (4.2). */
async function endBudget(worker: Worker, turns: Turns, said: string): Promise<void> {
  await worker.run.clock.sleep(SETTLE_MS);
  const output = [said, NO_TURNS_LEFT].filter(Boolean).join('\n\n');
  const reason = `max_iterations_reached(${worker.maxTurns}/${worker.maxTurns})`;
  endTurns(worker, output, turns.tokens, { reason });
}

/** Profile D repeats what was said before a tool call, once (15). */
async function sayInterim({ run }: Worker, turns: Turns, text: string): Promise<void> {
  if (text === '') return;
  await run.clock.sleep(SETTLE_MS);
  if (text === turns.interim) return;
  turns.interim = text;
  run.emit('message.interim', { text, already_streamed: true });
}

/** Cut or truncated answers are asked for again; the parts are joined and usage is zero (4.2). */
async function resume(worker: Worker, turns: Turns, first: string): Promise<void> {
  const partial = [first.trim()];
  while (partial.length < MAX_ATTEMPTS) {
    const answer = await callModel(worker, currentTurn(turns), '');
    if (answer.kind !== 'said') return;
    partial.push(answer.text.trim());
  }
  await worker.run.clock.sleep(SETTLE_MS);
  const output = partial.join(worker.profile.outcomes ? '\n' : '');
  endTurns(worker, output, NO_TOKENS, { partial: true });
}

/** Empty answers are asked for again; each call counts (4.2). */
async function retryEmpty(worker: Worker, turns: Turns): Promise<void> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const pauseMs = worker.profile.emptyRetryMs[attempt - 1] ?? 0;
    if (pauseMs > 0 && !(await worker.run.wait(pauseMs, TEXT_STOP_MS))) return;
    const turn = currentTurn(turns);
    const answer = await callModel(worker, turn, '');
    if (answer.kind !== 'said') return;
    count(worker, turns, turn);
  }
  await worker.run.clock.sleep(SETTLE_MS);
  endTurns(worker, NO_CONTENT, turns.tokens);
}

function count(worker: Worker, turns: Turns, turn: ModelTurn): void {
  const { input, output } = countUsage(turns, turn);
  worker.sessions.count(worker.transcript, input, output);
}

function writeAssistant(worker: Worker, turn: ModelTurn, content: string, calls: readonly ReadCall[]): void {
  worker.sessions.add(worker.transcript, {
    role: 'assistant',
    content,
    ...(calls.length === 0 ? {} : { tool_calls: transcriptCalls(calls) }),
    finish_reason: turn.finish ?? (calls.length === 0 ? 'stop' : 'tool_calls'),
  });
}
