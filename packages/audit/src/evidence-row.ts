import type { JsonObject } from '@aip-hermes/aip';
import { decodeEvent, SCHEMA_VERSION } from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import { asObject } from './json-at.js';
import { parseJson } from './parse-json.js';

/**
 * A row of the log as far as this build understands it. `newer`: written by a later release, so it cannot be judged;
 * `flawed`: it can never be read, `reason` says why.
 */
export interface EvidenceRow {
  readonly row: RecordedEvent;
  readonly kind: 'event' | 'ignorable' | 'newer' | 'flawed';
  readonly reason: string | null;
  /** Empty unless `kind` is `event`; members are not checked. */
  readonly data: JsonObject;
  /** RFC 3339; empty where the row does not say. */
  readonly recordedAt: string;
}

/** Decodes a row for judging. Never throws. `family`: the kind of event its stream holds. */
export function evidenceRow(row: RecordedEvent, family: 'binding' | 'beside'): EvidenceRow {
  const decoded = decodeEvent(row);
  const recordedAt = decoded.metadata?.recorded_at ?? '';
  const nothing = { row, data: {}, recordedAt };
  switch (decoded.kind) {
    case 'ignorable':
      return { ...nothing, kind: 'ignorable', reason: null };
    case 'unreadable':
      return { ...nothing, kind: isNewer(row) ? 'newer' : 'flawed', reason: decoded.reason };
    case 'binding':
    case 'beside': {
      if (decoded.kind !== family)
        return { ...nothing, kind: 'flawed', reason: 'its type does not belong into this stream' };
      return {
        row,
        kind: 'event',
        reason: null,
        data: decoded.event.data as unknown as JsonObject,
        recordedAt,
      };
    }
  }
}

/** A schema version above this build's is no flaw: an older release is looking. */
function isNewer(row: RecordedEvent): boolean {
  const version = asObject(parseJson(row.metadata))?.['schema_version'];
  return typeof version === 'number' && Number.isSafeInteger(version) && version > SCHEMA_VERSION;
}
