import { sha256Hex, type Json, type JsonObject } from '@aip-hermes/aip';
import { cutLongest, type Capped } from './truncation/cut-longest.js';
import { cutText } from './truncation/cut-text.js';
import { jsonBytes, surelyFits } from './truncation/json-size.js';

/** Bytes of JSON up to which a top-level member survives when a value is too large by more than its texts. */
const SMALL_MEMBER_BYTES = 1_024;

/**
 * Holds a provider object to `limitBytes` of JSON in UTF-8 (SPEC R6, C111): the longest texts keep their first
 * part, each named in `truncated` with pointer, size and digest of the whole text. When texts alone do not
 * suffice, only `event` and small members of the top level are kept, and an entry with path `''` names the whole
 * object. The same object comes back when it fits. `limitBytes` at least 64.
 */
export function capProvider(value: JsonObject, limitBytes: number): Capped {
  if (surelyFits(value, limitBytes)) return { value, truncated: [] };
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= limitBytes) return { value, truncated: [] };
  const cut = cutLongest(value, bytes - limitBytes);
  if (cut !== undefined) return cut;
  const truncated = [{ path: '', bytes, sha256: sha256Hex(text) }];
  return { value: smallMembers(value, limitBytes), truncated };
}

/** `event` first, then the small members in their order as far as the limit goes; long texts keep a first part. */
function smallMembers(value: JsonObject, limitBytes: number): JsonObject {
  const kept: [string, Json][] = [];
  let bytes = 2;
  const names = Object.keys(value).filter((name) => name !== 'event');
  for (const name of Object.hasOwn(value, 'event') ? ['event', ...names] : names) {
    const member = small(value[name] ?? null);
    if (member === undefined) continue;
    const size = jsonBytes(name) + jsonBytes(member) + 2;
    if (bytes + size > limitBytes) continue;
    bytes += size;
    kept.push([name, member]);
  }
  return Object.fromEntries(kept);
}

function small(value: Json): Json | undefined {
  if (typeof value === 'string') return cutText(value, SMALL_MEMBER_BYTES);
  if (typeof value !== 'object' || value === null) return value;
  return surelyFits(value, SMALL_MEMBER_BYTES * 8) && jsonBytes(value) <= SMALL_MEMBER_BYTES
    ? value
    : undefined;
}
