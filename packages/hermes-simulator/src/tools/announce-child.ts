import { randomBytes } from 'node:crypto';
import { isJsonObject, PythonFloat, type JsonObject } from '../json.js';
import type { Worker } from '../runs/worker.js';
import type { Child } from './play-child.js';

/** A delegation as its children's events name it. */
export interface Delegation {
  readonly id: string;
  readonly children: readonly Child[];
  /** Ids of the children in their events, in the order of `children`. */
  readonly childIds: readonly string[];
}

/** A new id of a child in its events. */
export function childId({ index }: Child): string {
  return `sa-${index}-${randomBytes(4).toString('hex')}`;
}

/** `subagent.start` on the run the delegation belongs to (5.3, 15). */
export function announceStart(worker: Worker, delegation: Delegation, child: Child): void {
  const { goal } = child.task;
  worker.announce('subagent.start', { preview: goal, ...common(delegation, child, 0) });
}

/** `subagent.complete`, with what the child says and used (5.3, 15). */
export function announceEnd(worker: Worker, delegation: Delegation, child: Child, result: JsonObject): void {
  const tokens = isJsonObject(result['tokens']) ? result['tokens'] : {};
  const summary = result['summary'] ?? null;
  worker.announce('subagent.complete', {
    preview: summary,
    ...common(delegation, child, child.worker.sessions.toolTrace(child.worker.transcript).length),
    status: result['status'] ?? null,
    summary,
    duration_seconds: result['duration_seconds'] ?? null,
    input_tokens: tokens['input'] ?? 0,
    output_tokens: tokens['output'] ?? 0,
    reasoning_tokens: 0,
    api_calls: result['api_calls'] ?? 0,
    cost_usd: new PythonFloat(0),
    files_read: [],
    files_written: [],
    output_tail: [],
  });
}

function common(
  { id, children, childIds }: Delegation,
  { task, index, worker }: Child,
  tools: number,
): JsonObject {
  return {
    goal: task.goal,
    task_count: children.length,
    task_index: index,
    subagent_id: childIds[index] ?? '',
    child_session_id: worker.transcript,
    delegation_id: id,
    depth: worker.depth - 1,
    model: 'fake-model',
    tool_count: tools,
  };
}
