import type { ModelTurn } from '../script/script.js';
import { callModel } from './call-model.js';
import { callModelTools, readCalls, transcriptCalls } from '../tools/call-model-tools.js';
import type { ReadCall } from '../tools/tool-call.js';
import { cancelRun } from './cancel-run.js';
import { firstCharacters, SAID_CHARACTERS } from './said.js';
import { countUsage, currentTurn, endTurns, type Turns } from './turns.js';
import { FIRST_STEP_MS, SETTLE_MS, TEXT_STOP_MS, type Worker } from './worker.js';

/** Attempts of one turn when the model answers nothing, or is cut (4.2). */
const MAX_ATTEMPTS = 4;

const NO_CONTENT =
  '\u26a0\ufe0f No reply: the model returned empty content after retries and any fallback providers. ' +
  'Try `continue`, switch model/provider, or inspect the tool output above.';
const NO_TURNS_LEFT =
  '\u26a0\ufe0f No reply: the maximum tool-iteration limit was reached before a final answer. ' +
  'Send `continue` to keep going, or raise `max_iterations`.';
const BAD_ARGUMENTS = 'Response truncated due to output length limit';
const DECLINED = 'content_policy_blocked: model declined (content_filter)';

/** Plays a scripted model through the rules of the real agent loop of profile B (4.2, 5.3). */
export async function playModelTurns(
  worker: Worker,
  name: string,
  script: readonly ModelTurn[],
): Promise<void> {
  const { run } = worker;
  const turns: Turns = { name, script, said: 0, input: 0, output: 0, prefix: '' };
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
  if (answer.kind !== 'said') return;
  if (turn.finish === 'content_filter') worker.run.finish('failed', { error: DECLINED });
  else if (answer.cut || turn.finish === 'length') await resume(worker, turns, answer.text);
  else await useAnswer(worker, turns, answer.text.trim(), last);
}

async function useAnswer(worker: Worker, turns: Turns, said: string, last: boolean): Promise<void> {
  const turn = currentTurn(turns);
  const calls = readCalls(turn.toolCalls ?? [], `call_${turns.name}_${turns.said}`);
  // Arguments that are no JSON look like a cut answer to the agent; this call is not counted (4.2).
  if (calls === undefined) {
    endTurns(worker, BAD_ARGUMENTS, turns.input, turns.output, { partial: true });
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
  if (said !== '' && calls.length > 0 && worker.profile.outcomes) await sayInterim(worker, said);
  if (calls.length === 0) {
    await worker.run.clock.sleep(SETTLE_MS);
    endTurns(worker, said, turns.input, turns.output);
    return;
  }
  turns.prefix = '\n\n';
  await callModelTools(worker, calls);
  if (worker.run.stopRequested)
    worker.sessions.add(worker.transcript, { role: 'assistant', content: 'Operation interrupted.' });
  else if (last)
    endTurns(worker, [said, NO_TURNS_LEFT].filter(Boolean).join('\n\n'), turns.input, turns.output, {
      reason: `max_iterations_reached(${worker.maxTurns}/${worker.maxTurns})`,
    });
}

/** Profile D repeats what was said before a tool call (15). */
async function sayInterim({ run }: Worker, text: string): Promise<void> {
  await run.clock.sleep(SETTLE_MS);
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
  endTurns(worker, output, 0, 0, { partial: true });
}

/** Empty answers are asked for again; each call counts (4.2). */
async function retryEmpty(worker: Worker, turns: Turns): Promise<void> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const turn = currentTurn(turns);
    const answer = await callModel(worker, turn, '');
    if (answer.kind !== 'said') return;
    count(worker, turns, turn);
  }
  await worker.run.clock.sleep(SETTLE_MS);
  endTurns(worker, NO_CONTENT, turns.input, turns.output);
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
