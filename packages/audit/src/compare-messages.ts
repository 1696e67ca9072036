import { substituteFor } from '@aip-hermes/binding';
import type { BusRecord } from './bus-record.js';
import type { DerivedMessage } from './derive-messages.js';
import { messageIdentity } from './message-identity.js';

/** How the messages on the bus differ from those the log yields (SPEC E1, G12). */
export interface Comparison {
  /** The same byte for byte. */
  readonly same: number;
  /** Too large for the bus: published as the fixed substitute (DESIGN 7). */
  readonly substituted: number;
  /** On the bus from events that retention has dropped: no longer derivable (DESIGN 3). */
  readonly forgotten: number;
  /** On the bus with other bytes than the log yields. */
  readonly changed: readonly DerivedMessage[];
  /** On the bus, and the log does not yield them. */
  readonly foreign: readonly BusRecord[];
  /** On the bus more than once. */
  readonly repeated: readonly DerivedMessage[];
  /** On the bus behind a message that the log has later. */
  readonly reordered: readonly DerivedMessage[];
  /** Not on the bus although something later is, or the checkpoint says so. */
  readonly missing: readonly DerivedMessage[];
  /** Not on the bus, and old enough to have been removed from it by its retention. */
  readonly removed: readonly DerivedMessage[];
  /** Not published yet. */
  readonly pending: readonly DerivedMessage[];
}

/** Where the projection stands; null or absent: not known. */
export type PublishedUpTo = string | null | undefined;

const MESSAGE_ID = 'aip-message-id';

/**
 * Compares the messages of keys with what the log yields for them. Order is compared per topic and key, which is the
 * only order a bus keeps (DESIGN 4). A message is pending only when nothing after it in the log was published.
 * `isForgotten`: whether a record the log does not yield may come from events that retention dropped. `isRemoved`: whether
 * a message that is not there may have been removed from the bus by age.
 */
export function compareMessages(
  derived: readonly DerivedMessage[],
  records: readonly BusRecord[],
  publishedUpTo: PublishedUpTo,
  isForgotten: (record: BusRecord) => boolean,
  isRemoved: (message: DerivedMessage) => boolean = () => false,
): Comparison {
  const lanes = new Map<string, Lane>();
  const byIdentity = new Map<string, DerivedMessage>();
  const byId = new Map<string, DerivedMessage>();
  const placeOf = new Map<DerivedMessage, number>();
  derived.forEach((it, place) => {
    byIdentity.set(messageIdentity(it.message), it);
    byId.set(it.message.headers[MESSAGE_ID] ?? '', it);
    placeOf.set(it, place);
  });
  const found = {
    substituted: 0,
    forgotten: 0,
    changed: new Set<DerivedMessage>(),
    foreign: [] as BusRecord[],
  };
  const repeated: DerivedMessage[] = [];
  const reordered: DerivedMessage[] = [];
  const seen = new Set<DerivedMessage>();
  for (const record of records) {
    const match = byIdentity.get(messageIdentity(record));
    const named = byId.get(record.headers[MESSAGE_ID] ?? '');
    const it = match ?? named;
    if (it === undefined || (match === undefined && seen.has(it))) {
      if (isForgotten(record)) found.forgotten += 1;
      else found.foreign.push(record);
      continue;
    }
    if (seen.has(it)) {
      repeated.push(it);
      continue;
    }
    seen.add(it);
    if (match === undefined) {
      if (isSubstitute(record, it)) found.substituted += 1;
      else found.changed.add(it);
    }
    const lane = laneOf(lanes, record);
    const place = placeOf.get(it) ?? 0;
    if (place < lane.last) reordered.push(it);
    lane.last = Math.max(lane.last, place);
  }
  const { missing, removed, pending } = absentOf(derived, seen, publishedUpTo, isRemoved);
  // A record whose id was changed, too, is a changed message, not one lost and one invented.
  const renamed = missing.splice(0, Math.min(missing.length, found.foreign.length));
  found.foreign.splice(0, renamed.length);
  const changed = [...found.changed, ...renamed];
  const same = seen.size - found.changed.size - found.substituted;
  const { substituted, forgotten, foreign } = found;
  return { same, substituted, forgotten, changed, foreign, repeated, reordered, missing, removed, pending };
}

/** What is not on the bus, by why it may not be. */
function absentOf(
  derived: readonly DerivedMessage[],
  seen: ReadonlySet<DerivedMessage>,
  publishedUpTo: PublishedUpTo,
  isRemoved: (message: DerivedMessage) => boolean,
): Record<'missing' | 'removed' | 'pending', DerivedMessage[]> {
  const latest = latestPositions(seen);
  const absent: Record<'missing' | 'removed' | 'pending', DerivedMessage[]> = {
    missing: [],
    removed: [],
    pending: [],
  };
  for (const it of derived) {
    if (seen.has(it)) continue;
    const { position } = it.row;
    const passed = position <= (latest.get(it.message.key) ?? '') || position <= (publishedUpTo ?? '');
    if (!passed) absent.pending.push(it);
    else absent[isRemoved(it) ? 'removed' : 'missing'].push(it);
  }
  return absent;
}

interface Lane {
  last: number;
}

function laneOf(lanes: Map<string, Lane>, { topic, key }: BusRecord): Lane {
  const name = `${topic} ${key}`;
  const lane = lanes.get(name) ?? { last: -1 };
  lanes.set(name, lane);
  return lane;
}

/** The bus's limit is not known here, so it is asked only that a substitute stands for something larger. */
function isSubstitute(record: BusRecord, { message, row, index }: DerivedMessage): boolean {
  const substitute = substituteFor(row, 'output_too_large')[index];
  if (substitute === undefined || substitute.value.length >= message.value.length) return false;
  return messageIdentity(substitute) === messageIdentity(record);
}

/** The newest position published for each key: records and checkpoint move in log order (DESIGN 7). */
function latestPositions(seen: ReadonlySet<DerivedMessage>): ReadonlyMap<string, string> {
  const latest = new Map<string, string>();
  for (const { message, row } of seen) {
    if (row.position > (latest.get(message.key) ?? '')) latest.set(message.key, row.position);
  }
  return latest;
}
