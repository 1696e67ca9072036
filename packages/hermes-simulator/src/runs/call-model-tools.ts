import { isJsonObject, pythonJson, type Json, type JsonObject } from '../json.js';
import type { ModelToolCall, ToolScript } from '../script/script.js';
import { terminalPreview } from '../script/tool-preview.js';
import { danger, KNOWN_TOOLS, runCommand, type ToolResult } from '../script/tool-table.js';
import { callTool, type ToolOutcome } from './call-tool.js';
import { TEXT_STOP_MS, type Worker } from './worker.js';

/** Pause between terminal calls of one model turn (5.3). */
const BETWEEN_TOOLS_MS = 1000;

/** How long a refusal by the hardline list takes. */
const REFUSAL_MS = 1;

/** A tool call whose arguments are an object. */
export interface ReadCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/** Reads a model's tool calls; undefined when the arguments of one are no JSON object. */
export function readCalls(
  calls: readonly ModelToolCall[],
  idPrefix: string,
): readonly ReadCall[] | undefined {
  const read = calls.flatMap((call, index): readonly ReadCall[] => {
    const args = readArguments(call);
    return args === undefined ? [] : [{ id: `${idPrefix}_${index}`, name: call.name, args }];
  });
  return read.length === calls.length ? read : undefined;
}

function readArguments(call: ModelToolCall): JsonObject | undefined {
  if (typeof call.arguments !== 'string') return call.arguments;
  try {
    const args = JSON.parse(call.arguments) as Json;
    return isJsonObject(args) ? args : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the tool calls of one turn one after the other; after a stop the rest is skipped (7.1). */
export async function callModelTools(worker: Worker, calls: readonly ReadCall[]): Promise<void> {
  for (const [index, call] of calls.entries()) {
    // A tool that does not exist leaves no event at all (5.3).
    if (!KNOWN_TOOLS.has(call.name)) continue;
    if (worker.run.stopRequested) return;
    if (index > 0 && !(await worker.run.wait(BETWEEN_TOOLS_MS, TEXT_STOP_MS))) return;
    const result = runCommand(call.args);
    const outcome = await callTool(worker, terminalCall(call, result));
    const content = toolContent(outcome, result);
    worker.sessions.add(worker.transcript, {
      role: 'tool',
      content: pythonJson(content),
      tool_call_id: call.id,
      tool_name: call.name,
    });
  }
}

/** The result the model gets, as the transcript keeps it. */
function toolContent(outcome: ToolOutcome, result: ToolResult): JsonObject {
  switch (outcome) {
    case 'ended':
      return { output: result.output, exit_code: result.exitCode, error: null };
    case 'killed':
      return { output: '[Command interrupted]', exit_code: 130, error: null };
    case 'refused':
      return { output: '', exit_code: -1, error: 'BLOCKED: the command was not approved' };
  }
}

function terminalCall(call: ReadCall, result: ToolResult): ToolScript {
  const command = typeof call.args['command'] === 'string' ? call.args['command'] : '';
  const guard = danger(command);
  const tool: ToolScript = {
    name: call.name,
    preview: terminalPreview(call.args),
    durationMs: result.durationMs,
    error: result.error,
  };
  if (guard === undefined) return tool;
  if (guard === 'refused') return { ...tool, durationMs: REFUSAL_MS, error: true };
  return { ...tool, approval: { command, description: guard.ask, patternKey: guard.ask } };
}

/** Tool calls as a transcript row shows them. */
export function transcriptCalls(calls: readonly ReadCall[]): readonly Json[] {
  return calls.map(({ id, name, args }) => ({
    id,
    call_id: id,
    response_item_id: id.replace('call_', 'fc_'),
    type: 'function',
    function: { name, arguments: pythonJson(args) },
  }));
}
