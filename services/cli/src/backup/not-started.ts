import { actionIdOfBindingStream, bindingStream, foldBinding, isOperatorActionId } from '@aip-hermes/binding';
import type { EventLog } from '@aip-hermes/event-log';
import { MAX_NAMED_ACTIONS, MAX_TEXT, type NotStarted } from './backup-manifest.js';

/** Events after which a binding is no longer about to be started. */
const STARTED = [
  'RunStartClaimed',
  'RunBound',
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
];
const REQUESTED = 'OperatorRunRequested';

/**
 * Actions that a service on these copies would start: bindings that nobody claimed, and commands nobody decided.
 * @param log Null when there is none.
 * @param waiting Keys of undecided commands; the key is the Action id.
 * @throws LogUnavailable
 */
export async function notStarted(log: EventLog | null, waiting: readonly string[]): Promise<NotStarted> {
  const unclaimed = log === null ? [] : await unclaimedBindings(log);
  const undecided: string[] = [];
  for (const id of new Set(waiting)) if (!(await isKnown(log, id))) undecided.push(id);
  const all = [...unclaimed, ...undecided];
  return {
    action_ids: all.slice(0, MAX_NAMED_ACTIONS).map((id) => id.slice(0, MAX_TEXT)),
    more: all.length > MAX_NAMED_ACTIONS,
  };
}

async function unclaimedBindings(log: EventLog): Promise<readonly string[]> {
  const open = new Set<string>();
  const stop = new AbortController();
  const types = [REQUESTED, ...STARTED];
  for await (const { events, caughtUp } of log.subscribe({ types, from: null, signal: stop.signal })) {
    for (const { stream, type } of events) {
      const id = actionIdOfBindingStream(stream);
      if (id === null) continue;
      if (type === REQUESTED) open.add(id);
      else open.delete(id);
    }
    if (caughtUp) break;
  }
  stop.abort();
  return [...open];
}

/** A command that comes again meets the binding it has made already. */
async function isKnown(log: EventLog | null, actionId: string): Promise<boolean> {
  if (log === null || !isOperatorActionId(actionId)) return false;
  return foldBinding(await log.read(bindingStream(actionId))) !== null;
}
