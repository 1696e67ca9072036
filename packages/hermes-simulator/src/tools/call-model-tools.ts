import { isJsonObject, pythonJson, type Json, type JsonObject } from '../json.js';
import type { ModelToolCall } from '../script/script.js';
import { TEXT_STOP_MS, type Worker } from '../runs/worker.js';
import { callDelegate } from './call-delegate.js';
import { callFileTool, isFileTool, readsOnly } from './call-file-tool.js';
import { callScript } from './call-script.js';
import { callTerminal } from './call-terminal.js';
import type { ReadCall } from './tool-call.js';

/** Pause after a terminal call, a script or a delegation, before the next call of the same turn (5.3). */
const BETWEEN_TOOLS_MS = 1000;

type Player = (worker: Worker, call: ReadCall) => Promise<string>;

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

/** The player of a tool; undefined for one that does not exist, which leaves no event at all (5.3). */
function playerOf(worker: Worker, name: string): Player | undefined {
  if (name === 'terminal') return callTerminal;
  if (name === 'execute_code') return callScript;
  if (name === 'delegate_task') return worker.mayDelegate ? callDelegate : undefined;
  return isFileTool(name) ? callFileTool : undefined;
}

/** Runs the tool calls of one turn: one after the other, reading ones together (5.3); after a stop the rest is skipped (7.1). */
export async function callModelTools(worker: Worker, calls: readonly ReadCall[]): Promise<void> {
  const known = calls.filter((call) => playerOf(worker, call.name) !== undefined);
  let previous: ReadCall | undefined;
  for (const group of groupsOf(known)) {
    const goes = await mayStart(worker, previous);
    previous = group.at(-1);
    const contents = await Promise.all(
      group.map((call) => (goes ? perform(worker, call) : Promise.resolve(skipped(call)))),
    );
    for (const [index, call] of group.entries())
      worker.sessions.add(worker.transcript, {
        role: 'tool',
        content: contents[index] ?? '',
        tool_call_id: call.id,
        tool_name: call.name,
      });
  }
}

/** Neighbouring calls that only read form one group, every other call is alone. */
function groupsOf(calls: readonly ReadCall[]): readonly (readonly ReadCall[])[] {
  const groups: ReadCall[][] = [];
  for (const call of calls) {
    const group = groups.at(-1);
    if (group !== undefined && readsOnly(call.name) && readsOnly(group[0]?.name ?? '')) group.push(call);
    else groups.push([call]);
  }
  return groups;
}

async function mayStart({ run }: Worker, previous: ReadCall | undefined): Promise<boolean> {
  if (run.stopRequested) return false;
  if (previous === undefined || isFileTool(previous.name)) return true;
  return run.wait(BETWEEN_TOOLS_MS, TEXT_STOP_MS);
}

async function perform(worker: Worker, call: ReadCall): Promise<string> {
  return (await playerOf(worker, call.name)?.(worker, call)) ?? '';
}

function skipped(call: ReadCall): string {
  return `[Tool execution skipped \u2014 ${call.name} was not started. User sent a new message]`;
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
