import { sha256Hex } from './canonical/sha256.js';

/** The prefixes of generated ids (aip section 2). */
export type IdPrefix = 'msg' | 'sess' | 'corr' | 'act' | 'appr' | 'evt' | 'rcpt' | 'txn' | 'conv' | 'dlg';

const UUID_DIGITS = /^[0-9a-f]{32}$/;
const DERIVED_DIGITS = 32;

/**
 * An id in AIP form: prefix, `_`, 32 lower-case hex digits of a UUID, which should be of version 7 so that
 * ids sort by creation (aip section 2). Throws TypeError when `uuid` is none.
 */
export function formatId<P extends IdPrefix>(prefix: P, uuid: string): `${P}_${string}` {
  const digits = uuid.replaceAll('-', '').toLowerCase();
  if (!UUID_DIGITS.test(digits)) throw new TypeError('a UUID of 32 hex digits expected');
  return `${prefix}_${digits}`;
}

/** The id of the message number `index` (from 0) an event gives rise to: a republish repeats it (DESIGN 4). */
export function derivedMessageId(eventId: string, index: number): `msg_${string}` {
  return `msg_${sha256Hex(`${eventId}/${index}`).slice(0, DERIVED_DIGITS)}`;
}
