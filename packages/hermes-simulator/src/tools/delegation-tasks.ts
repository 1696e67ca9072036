import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json.js';

/** One task of a `delegate_task` call. */
export interface DelegationTask {
  readonly goal: string;
  /** An orchestrator may delegate again, where the depth allows it (5.4). */
  readonly role: 'leaf' | 'orchestrator';
}

/** `delegation.max_concurrent_children`. */
const MAX_CHILDREN = 3;

/** Tasks of a call: its `tasks`, else its own `goal`; those without a goal are dropped. */
export function delegationTasks(args: JsonObject): readonly DelegationTask[] {
  const listed = args['tasks'];
  const all = listed !== undefined && isJsonArray(listed) ? listed : [args];
  return all.flatMap(taskOf);
}

function taskOf(value: Json): readonly DelegationTask[] {
  const goal = isJsonObject(value) ? value['goal'] : undefined;
  if (typeof goal !== 'string' || goal === '') return [];
  const role = isJsonObject(value) && value['role'] === 'orchestrator' ? 'orchestrator' : 'leaf';
  return [{ goal, role }];
}

/** What is wrong with the tasks, as the model is told; undefined when they can be done. */
export function wrongTasks(tasks: readonly DelegationTask[]): string | undefined {
  if (tasks.length === 0) return 'No tasks provided. Pass a goal, or tasks with one entry per subagent.';
  if (tasks.length <= MAX_CHILDREN) return undefined;
  return `Too many tasks: ${tasks.length} provided, but max_concurrent_children is ${MAX_CHILDREN}.`;
}

/** What `tool.started` shows: the goal, or all goals with bars (5.3). */
export function delegationPreview(tasks: readonly DelegationTask[]): string | null {
  const goals = tasks.map(({ goal }) => goal);
  return goals.length > 1 ? `${goals.length} tasks: ${goals.join(' | ')}` : (goals[0] ?? null);
}
