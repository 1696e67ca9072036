import { randomBytes } from 'node:crypto';
import { PythonFloat, type Json, type JsonObject } from '../json.js';
import { Run } from '../runs/run.js';
import type { Worker } from '../runs/worker.js';
import type { DelegationTask } from './delegation-tasks.js';

/** A child of a delegation: a run of its own that no route reaches. */
export interface Child {
  readonly task: DelegationTask;
  readonly index: number;
  readonly worker: Worker;
  readonly startedAtMs: number;
}

/** Opens the child's session and makes its worker; nothing is played yet. */
export function openChild(parent: Worker, task: DelegationTask, index: number): Child {
  const { clock, start } = parent.run;
  const id = childSessionId(clock.now());
  const run = new Run(
    { ...start, id, sessionId: id, userMessage: task.goal },
    clock,
    new Set(),
    parent.profile,
  );
  run.queue = undefined;
  run.log = undefined;
  parent.sessions.openChild(id, parent.transcript);
  parent.sessions.add(id, { role: 'user', content: task.goal });
  const depth = parent.depth + 1;
  const worker: Worker = {
    ...parent,
    run,
    transcript: id,
    depth,
    mayDelegate: task.role === 'orchestrator' && depth < parent.maxSpawnDepth,
  };
  return { task, index, worker, startedAtMs: clock.now() };
}

/** Lets the child's own script answer its goal, and closes its session; returns its part of the result. */
export async function playChild(parent: Worker, child: Child): Promise<JsonObject> {
  const { run, sessions, transcript } = child.worker;
  parent.run.children.add(run);
  await child.worker.play(child.worker, child.task.goal);
  parent.run.children.delete(run);
  sessions.close(transcript);
  return childResult(child);
}

/** What the model is told of one child; a child that failed at its model looks completed (5.4). */
function childResult({ worker, index, startedAtMs }: Child): JsonObject {
  const { run, sessions, transcript } = worker;
  const status = run.status();
  const counted = sessions.describe(transcript) ?? {};
  const failed = status['error'];
  return {
    task_index: index,
    status: 'completed',
    summary: status['output'] ?? failed ?? null,
    api_calls: counted['api_call_count'] ?? 0,
    duration_seconds: new PythonFloat(Math.round((run.clock.now() - startedAtMs) / 10) / 100),
    model: counted['model'] ?? null,
    exit_reason: failed === undefined ? 'completed' : 'max_iterations',
    tokens: { input: counted['input_tokens'] ?? 0, output: counted['output_tokens'] ?? 0 },
    tool_trace: toolTrace(worker),
  };
}

function toolTrace({ sessions, transcript }: Worker): readonly Json[] {
  return sessions.toolTrace(transcript).map((entry) => ({ ...entry }));
}

function childSessionId(ms: number): string {
  const [date = '', time = ''] = new Date(ms).toISOString().slice(0, 19).split('T');
  return `${date.replaceAll('-', '')}_${time.replaceAll(':', '')}_${randomBytes(3).toString('hex')}`;
}
