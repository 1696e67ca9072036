import { isJsonObject, pythonJson, type Json, type JsonObject } from '../json.js';
import { redactCommand } from '../script/redact.js';
import type { ModelToolCall, ToolScript } from '../script/script.js';
import { terminalPreview } from '../script/tool-preview.js';
import { danger, KNOWN_TOOLS, runCommand, type ToolResult } from '../script/tool-table.js';
import { callTool, type ToolOutcome } from './call-tool.js';
import { TEXT_STOP_MS, type Worker } from './worker.js';

/** Pause between terminal calls of one model turn (5.3). */
const BETWEEN_TOOLS_MS = 1000;

/** How long a refusal by the hardline list takes. */
const REFUSAL_MS = 1;

/** What a refused call tells the model. */
const DENIED =
  'BLOCKED: Command denied by user. The user has NOT consented to this action. Do NOT retry this command, do NOT ' +
  'rephrase it, and do NOT attempt the same outcome via a different command. Stop the current workflow and wait for ' +
  'the user to respond before taking any further destructive or irreversible action.';

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
  let first = true;
  for (const call of calls) {
    // A tool that does not exist leaves no event at all (5.3).
    if (!KNOWN_TOOLS.has(call.name)) continue;
    const goes = await mayStart(worker, first);
    first = false;
    const content = goes ? await perform(worker, call) : skipped(call);
    worker.sessions.add(worker.transcript, {
      role: 'tool',
      content,
      tool_call_id: call.id,
      tool_name: call.name,
    });
  }
}

async function mayStart({ run }: Worker, first: boolean): Promise<boolean> {
  if (run.stopRequested) return false;
  return first || run.wait(BETWEEN_TOOLS_MS, TEXT_STOP_MS);
}

async function perform(worker: Worker, call: ReadCall): Promise<string> {
  const result = runCommand(call.args);
  const content = (outcome: ToolOutcome): string => pythonJson(toolContent(outcome, result));
  return content(await callTool(worker, terminalCall(call, result), content));
}

function skipped(call: ReadCall): string {
  return `[Tool execution skipped \u2014 ${call.name} was not started. User sent a new message]`;
}

/** The result the model gets, as the transcript keeps it. */
function toolContent(outcome: ToolOutcome, result: ToolResult): JsonObject {
  switch (outcome) {
    case 'ended':
      return { output: result.output, exit_code: result.exitCode, error: null };
    case 'killed':
      return { output: '[Command interrupted]', exit_code: 130, error: null };
    case 'refused':
      return { output: '', exit_code: -1, error: DENIED, status: 'blocked' };
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
  return {
    ...tool,
    approval: { command: redactCommand(command), description: guard.ask, patternKey: guard.ask },
  };
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
