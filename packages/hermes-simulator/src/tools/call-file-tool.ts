import { isJsonArray, toolJson } from '../json.js';
import { callTool } from '../runs/call-tool.js';
import type { Worker } from '../runs/worker.js';
import { textArgument, type ReadCall } from './tool-call.js';

interface FileTool {
  readonly durationMs: number;
  readonly preview: (call: ReadCall) => string;
}

const FILE_TOOLS: Readonly<Record<string, FileTool>> = {
  write_file: { durationMs: 45, preview: (call) => textArgument(call, 'path') },
  read_file: { durationMs: 35, preview: (call) => textArgument(call, 'path') },
  search_files: { durationMs: 35, preview: (call) => textArgument(call, 'pattern') },
  todo: { durationMs: 0, preview: (call) => `planning ${taskCount(call)} task(s)` },
};

function taskCount(call: ReadCall): number {
  const todos = call.args['todos'];
  return todos !== undefined && isJsonArray(todos) ? todos.length : 0;
}

/** Whether a call is one of the file tools or `todo`: no pause after them. */
export function isFileTool(name: string): boolean {
  return Object.hasOwn(FILE_TOOLS, name);
}

/** Whether calls of this tool in one turn run at the same time (5.3). */
export function readsOnly(name: string): boolean {
  return name === 'read_file' || name === 'search_files';
}

/** Plays a call of a file tool or `todo`; no file is touched. */
export async function callFileTool(worker: Worker, call: ReadCall): Promise<string> {
  const tool = FILE_TOOLS[call.name] ?? { durationMs: 0, preview: () => '' };
  const content = toolJson({ success: true });
  await callTool(
    worker,
    { name: call.name, preview: tool.preview(call), durationMs: tool.durationMs },
    { result: () => content },
  );
  return content;
}
