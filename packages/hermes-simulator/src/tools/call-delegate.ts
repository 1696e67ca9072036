import { randomBytes } from 'node:crypto';
import { PythonFloat, toolJson, type JsonObject } from '../json.js';
import { callTool, type ToolOutcome } from '../runs/call-tool.js';
import type { Worker } from '../runs/worker.js';
import { delegationPreview, delegationTasks, wrongTasks, type DelegationTask } from './delegation-tasks.js';
import { openChild, playChild, type Child } from './play-child.js';
import { announceEnd, announceStart, childId, type Delegation } from './announce-child.js';
import type { ReadCall } from './tool-call.js';

/** Making one child takes this long where the call waits for it, and where it does not. */
const CHILD_MS = 100;
const DISPATCH_MS = 20;

/** From the start of the children to the report of the call. */
const REPORT_MS = 8;

/** From the end of the last child to the row in the parent's session. */
const DELIVERY_MS = 1000;

const WAITED_NOTE =
  'background=true is not available in this session \u2014 it cannot receive a detached subagent result after the ' +
  'turn ends (a one-shot runner such as `hermes -z` or a cron job, or a stateless HTTP endpoint). The subagent(s) ' +
  'ran SYNCHRONOUSLY and the result is included above.';

/** Plays a `delegate_task` call: one pair of events, whatever the children do (5.4). */
export async function callDelegate(worker: Worker, call: ReadCall): Promise<string> {
  const tasks = delegationTasks(call.args);
  const wrong = wrongTasks(tasks);
  let content = toolJson({ error: wrong ?? 'interrupted' });
  const tool = {
    name: call.name,
    preview: delegationPreview(tasks),
    durationMs: 1,
    error: wrong !== undefined,
  };
  const work = async (): Promise<ToolOutcome> => {
    const waits = worker.profile.delegation === 'waits' || worker.depth > 0;
    const delegate = waits ? waitForChildren : dispatchChildren;
    content = toolJson(await delegate(worker, tasks, `deleg_${randomBytes(4).toString('hex')}`));
    // Reported as a success even when a child failed or was stopped.
    return 'ended';
  };
  await callTool(worker, tool, {
    result: () => content,
    ...(wrong === undefined ? { work } : {}),
  });
  return content;
}

/** Up to profile B, and later inside a child, the call returns when all children are done. */
async function waitForChildren(
  worker: Worker,
  tasks: readonly DelegationTask[],
  id: string,
): Promise<JsonObject> {
  const { clock } = worker.run;
  const startedAt = clock.now();
  const children: Child[] = [];
  for (const [index, task] of tasks.entries()) {
    await clock.sleep(CHILD_MS);
    children.push(openChild(worker, task, index));
  }
  const announced = worker.profile.delegation === 'background';
  const delegation = { id, children, childIds: children.map(childId) };
  if (announced) for (const child of children) announceStart(worker, delegation, child);
  const results = announced
    ? await playAnnounced(worker, delegation)
    : await Promise.all(children.map((child) => playChild(worker, child)));
  const logs = transcripts(children, id);
  return {
    results: results.map((result, index) => ({ ...result, live_transcript: logs[index] ?? null })),
    total_duration_seconds: new PythonFloat(Math.round((clock.now() - startedAt) / 10) / 100),
    live_transcripts: logs,
    note: WAITED_NOTE,
  };
}

/** Later builds return at once: the children outlive the run, and a stop of the run does not reach them (15). */
async function dispatchChildren(
  worker: Worker,
  tasks: readonly DelegationTask[],
  id: string,
): Promise<JsonObject> {
  const { clock } = worker.run;
  const children = tasks.map((task, index) => openChild(worker, task, index));
  const delegation = { id, children, childIds: children.map(childId) };
  await clock.sleep(DISPATCH_MS);
  for (const child of children) announceStart(worker, delegation, child);
  await clock.sleep(REPORT_MS);
  worker.trackDelegation(finishLater(worker, delegation));
  return {
    status: 'dispatched',
    mode: 'background',
    count: tasks.length,
    delegation_id: id,
    goals: tasks.map(({ goal }) => goal),
    note: 'The subagent works in the background; its result comes as a new message when it is done.',
    subagent_ids: delegation.childIds,
  };
}

/** The result becomes a user row of the session; on a finished run only `last_event` shows it (15). */
async function finishLater(worker: Worker, delegation: Delegation): Promise<void> {
  const results = await playAnnounced(worker, delegation);
  await worker.run.clock.sleep(DELIVERY_MS);
  const summaries = results.map((result) => `- ${toolJson(result['summary'] ?? null)}`).join('\n');
  worker.sessions.add(worker.transcript, {
    role: 'user',
    content: `[ASYNC DELEGATION BATCH COMPLETE \u2014 ${delegation.id}]\n${summaries}`,
  });
}

function playAnnounced(worker: Worker, delegation: Delegation): Promise<readonly JsonObject[]> {
  return Promise.all(
    delegation.children.map(async (child) => {
      const result = await playChild(worker, child);
      announceEnd(worker, delegation, child, result);
      return result;
    }),
  );
}

function transcripts(children: readonly Child[], id: string): readonly string[] {
  return children.map(({ index }) => `<scratch>/home/cache/delegation/live/${id}/task-${index}.log`);
}
