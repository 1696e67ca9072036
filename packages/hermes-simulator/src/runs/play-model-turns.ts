import type { JsonObject } from '../json.js';
import { isJsonObject, pythonJson, type Json } from '../json.js';
import type { ModelToolCall, ModelTurn, ToolScript } from '../script/script.js';
import { terminalPreview } from '../script/tool-preview.js';
import { danger, KNOWN_TOOLS, runCommand } from '../script/tool-table.js';
import { callModel } from './call-model.js';
import { callTool } from './call-tool.js';
import { FIRST_STEP_MS, TEXT_STOP_MS, type Worker } from './worker.js';

/** Attempts of one turn when the model answers nothing, or is cut (4.2). */
const MAX_ATTEMPTS = 4;

/** `reasoning.available` shows this many characters of the said text (5.3). */
const SAID_CHARACTERS = 500;

/** Pause between terminal calls of one model turn (5.3). */
const BETWEEN_TOOLS_MS = 1000;

/** Pause before a turn's result is reported. */
const SETTLE_MS = 4;

const NO_CONTENT =
  '\u26a0\ufe0f No reply: the model returned empty content after retries and any fallback providers. ' +
  'Try `continue`, switch model/provider, or inspect the tool output above.';
const NO_TURNS_LEFT =
  '\u26a0\ufe0f No reply: the maximum tool-iteration limit was reached before a final answer. ' +
  'Send `continue` to keep going, or raise `max_iterations`.';
const BAD_ARGUMENTS = 'Response truncated due to output length limit';
const DECLINED = 'content_policy_blocked: model declined (content_filter)';

interface Turns {
  readonly script: readonly ModelTurn[];
  /** Assistant messages so far: picks the turn, as the lab's model does. */
  said: number;
  input: number;
  output: number;
  prefix: string;
}

/** Plays a scripted model through the rules of the real agent loop of profile B (4.2, 5.3). */
export async function playModelTurns(worker: Worker, script: readonly ModelTurn[]): Promise<void> {
  const turns: Turns = { script, said: 0, input: 0, output: 0, prefix: '' };
  await worker.run.wait(FIRST_STEP_MS, TEXT_STOP_MS);
  for (let calls = 0; !worker.run.finished(); calls += 1) {
    if (worker.run.stopRequested) return worker.run.finish('cancelled', {});
    await playTurn(worker, turns, calls + 1 >= worker.maxTurns);
  }
}

async function playTurn(worker: Worker, turns: Turns, last: boolean): Promise<void> {
  const { run } = worker;
  const turn = currentTurn(turns);
  const answer = await callModel(worker, turn, turns.prefix);
  if (answer.kind === 'stopped') return;
  if (answer.kind === 'error') return run.finish('failed', { error: answer.message });
  if (turn.finish === 'content_filter') return run.finish('failed', { error: DECLINED });
  if (answer.cut || turn.finish === 'length') return resume(worker, turns, answer.text);
  const calls = (turn.toolCalls ?? []).map(readCall);
  if (calls.some((call) => call === undefined)) return end(worker, turns, BAD_ARGUMENTS);
  count(turns, turn);
  const said = answer.text.trim();
  if (said === '' && calls.length === 0) return retryEmpty(worker, turns);
  turns.said += 1;
  writeAssistant(worker, turn, said, turns.said - 1);
  await run.clock.sleep(SETTLE_MS);
  if (said !== '') {
    run.emit('reasoning.available', { text: [...said].slice(0, SAID_CHARACTERS).join('') });
  }
  if (calls.length === 0) {
    await run.clock.sleep(SETTLE_MS);
    return end(worker, turns, said);
  }
  turns.prefix = '\n\n';
  await callTools(worker, turn, calls, turns.said - 1);
  if (last && !run.stopRequested)
    end(worker, turns, said === '' ? NO_TURNS_LEFT : `${said}\n\n${NO_TURNS_LEFT}`);
}

/** Cut or truncated answers are asked for again; the parts are joined and usage stays zero (4.2). */
async function resume(worker: Worker, turns: Turns, first: string): Promise<void> {
  const partial = [first.trim()];
  while (partial.length < MAX_ATTEMPTS) {
    const answer = await callModel(worker, currentTurn(turns), '');
    if (answer.kind !== 'said') return;
    partial.push(answer.text.trim());
  }
  await worker.run.clock.sleep(SETTLE_MS);
  end(worker, { ...turns, input: 0, output: 0 }, partial.join(''));
}

/** Empty answers are asked for again; each call counts (4.2). */
async function retryEmpty(worker: Worker, turns: Turns): Promise<void> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const turn = currentTurn(turns);
    const answer = await callModel(worker, turn, '');
    if (answer.kind !== 'said') return;
    count(turns, turn);
  }
  await worker.run.clock.sleep(SETTLE_MS);
  end(worker, turns, NO_CONTENT);
}

function currentTurn(turns: Turns): ModelTurn {
  return turns.script[Math.min(turns.said, turns.script.length - 1)] ?? { chunks: ['side answer'] };
}

function count(turns: Turns, turn: ModelTurn): void {
  if (turn.usage === null) return;
  turns.input += turn.usage?.prompt ?? 100;
  turns.output += turn.usage?.completion ?? 10;
}

function end(worker: Worker, turns: Turns, output: string): void {
  if (worker.run.stopRequested) return worker.run.finish('cancelled', {});
  const usage: Json = {
    input_tokens: turns.input,
    output_tokens: turns.output,
    total_tokens: turns.input + turns.output,
  };
  worker.run.finish('completed', { output, usage });
}

interface ReadCall {
  readonly name: string;
  readonly args: JsonObject;
}

function readCall(call: ModelToolCall): ReadCall | undefined {
  if (typeof call.arguments !== 'string') return { name: call.name, args: call.arguments };
  try {
    const args = JSON.parse(call.arguments) as Json;
    return isJsonObject(args) ? { name: call.name, args } : undefined;
  } catch {
    return undefined;
  }
}

async function callTools(
  worker: Worker,
  turn: ModelTurn,
  calls: readonly (ReadCall | undefined)[],
  turnIndex: number,
): Promise<void> {
  for (const [index, call] of calls.entries()) {
    if (call === undefined || !KNOWN_TOOLS.has(call.name)) continue;
    if (worker.run.stopRequested) return;
    if (index > 0) await worker.run.wait(BETWEEN_TOOLS_MS, TEXT_STOP_MS);
    const result = runCommand(call.args);
    const outcome = await callTool(worker, terminalCall(call, result));
    const content =
      outcome === 'ended'
        ? pythonJson({ output: result.output, exit_code: result.exitCode, error: null })
        : pythonJson({ output: '', exit_code: -1, error: outcome });
    worker.sessions.add(worker.transcript, {
      role: 'tool',
      content,
      tool_call_id: callId(turn, turnIndex, index),
      tool_name: call.name,
    });
  }
}

function terminalCall(call: ReadCall, result: { durationMs: number; error: boolean }): ToolScript {
  const command = typeof call.args['command'] === 'string' ? call.args['command'] : '';
  const guard = danger(command);
  const base = { name: call.name, preview: terminalPreview(call.args), durationMs: result.durationMs };
  if (guard === 'refused') return { ...base, durationMs: 1, error: true };
  if (guard === undefined) return { ...base, error: result.error };
  return {
    ...base,
    error: result.error,
    approval: { command, description: guard.ask, patternKey: guard.ask },
  };
}

function callId(turn: ModelTurn, turnIndex: number, index: number): string {
  return `call_${turnIndex}_${index}_${(turn.toolCalls ?? [])[index]?.name ?? 'tool'}`;
}

function writeAssistant(worker: Worker, turn: ModelTurn, content: string, turnIndex: number): void {
  const calls = turn.toolCalls ?? [];
  worker.sessions.add(worker.transcript, {
    role: 'assistant',
    content,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call, index) => ({
            id: callId(turn, turnIndex, index),
            call_id: callId(turn, turnIndex, index),
            response_item_id: callId(turn, turnIndex, index).replace('call_', 'fc_'),
            type: 'function',
            function: {
              name: call.name,
              arguments: typeof call.arguments === 'string' ? call.arguments : pythonJson(call.arguments),
            },
          })),
        }),
    finish_reason: turn.finish ?? (calls.length === 0 ? 'stop' : 'tool_calls'),
  });
}
