import { toolJson, type JsonObject } from '../json.js';
import { callTool, type ToolOutcome } from '../runs/call-tool.js';
import { guardCommand } from '../runs/guard.js';
import type { Worker } from '../runs/worker.js';
import type { ToolScript } from '../script/script.js';
import { terminalPreview } from '../script/tool-preview.js';
import { runCommand, type ToolResult } from '../script/tool-table.js';
import { refusedContent } from './refused-content.js';
import { textArgument, type ReadCall } from './tool-call.js';

/** How long a refusal without a question takes. */
const REFUSAL_MS = 1;

/** Plays a `terminal` call and returns what the model gets. */
export async function callTerminal(worker: Worker, call: ReadCall): Promise<string> {
  const result = runCommand(call.args);
  const content = (outcome: ToolOutcome): string => toolJson(toolContent(outcome, result));
  return content(await callTool(worker, terminalTool(worker, call, result), { result: content }));
}

function toolContent(outcome: ToolOutcome, result: ToolResult): JsonObject {
  switch (outcome) {
    case 'ended':
      return result.content;
    case 'killed':
      return { output: '[Command interrupted]', exit_code: 130, error: null };
    case 'refused':
    case 'unanswered':
    case 'unreachable':
      return refusedContent(outcome);
  }
}

function terminalTool(worker: Worker, call: ReadCall, result: ToolResult): ToolScript {
  const verdict = guardCommand(worker.guard, textArgument(call, 'command'));
  const tool: ToolScript = {
    name: call.name,
    preview: terminalPreview(call.args),
    durationMs: result.durationMs,
    error: result.error,
  };
  if (verdict.kind === 'runs') return tool;
  if (verdict.kind === 'refused') return { ...tool, durationMs: REFUSAL_MS, error: true };
  return { ...tool, approval: verdict.question };
}
