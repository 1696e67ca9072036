import { actionIdOfBindingStream, decodeEvent, OPEN_BINDINGS_STREAM } from '@aip-hermes/binding';
import type { EventLog, Position } from '@aip-hermes/event-log';
import { eventsBetween } from './events-between.js';

const OPENING = 'OperatorRunRequested';
const CLOSING = ['RunCompleted', 'RunFailed', 'RunCancelled', 'RunOutcomeUnknown'];

/**
 * How many bindings are open: the last snapshot and what was recorded since; changes nothing. Null when that would be
 * a long read, since a service writes a snapshot only now and then. @throws LogUnavailable
 */
export async function countOpenBindings(log: EventLog, head: Position | null): Promise<number | null> {
  const { open, position } = await snapshotOf(log, head);
  const since = await eventsBetween(log, { types: [OPENING, ...CLOSING], from: position, head });
  if (since === null) return null;
  for (const { stream, type } of since) {
    const id = actionIdOfBindingStream(stream);
    if (id === null) continue;
    if (type === OPENING) open.add(id);
    else open.delete(id);
  }
  return open.size;
}

interface Snapshot {
  readonly open: Set<unknown>;
  readonly position: Position | null;
}

/** Nothing, from the beginning, where there is no snapshot that can be used. */
async function snapshotOf(log: EventLog, head: Position | null): Promise<Snapshot> {
  const nothing = { open: new Set(), position: null };
  const [row] = await log.read(OPEN_BINDINGS_STREAM, { direction: 'backwards', limit: 1 });
  const decoded = row === undefined ? null : decodeEvent(row);
  if (decoded?.kind !== 'beside' || decoded.event.type !== 'OpenBindingsSnapshot') return nothing;
  const { position, action_ids }: { position?: unknown; action_ids?: unknown } = decoded.event.data;
  if (!Array.isArray(action_ids)) return nothing;
  if (position === null) return { open: new Set<unknown>(action_ids), position };
  const usable = typeof position === 'string' && position.length === head?.length && position <= head;
  return usable ? { open: new Set<unknown>(action_ids), position } : nothing;
}
