import type { JsonObject } from '@aip-hermes/aip';
import { partyAt, type Party } from './party.js';
import { countAt, objectAt, parseObject, textAt, textOrNullAt } from './read-json.js';
import { Unmappable } from './unmappable.js';

/** What the messages of an event need from its metadata (DESIGN 3, self-contained). */
export interface RowContext {
  readonly version: number;
  readonly schemaVersion: number;
  /** An older process may skip the event. */
  readonly ignorable: boolean;
  readonly agent: string;
  readonly to: Party | null;
  readonly publishChunks: boolean;
  readonly sessionId: string | null;
  readonly traceparent: string | null;
  readonly correlationId: string | null;
  readonly causationId: string | null;
  readonly recordedAt: string;
}

/** Reads the metadata of a row. */
export function readContext(metadataText: string): RowContext {
  const metadata = parseObject(metadataText, 'metadata');
  const projection = objectAt(metadata['projection'], 'metadata.projection');
  return {
    version: countAt(projection['version'], 'projection.version'),
    schemaVersion: countAt(metadata['schema_version'], 'schema_version'),
    ignorable: metadata['ignorable'] === true,
    agent: textAt(projection['agent'], 'projection.agent'),
    to: partyAt(projection['to'], 'projection.to'),
    publishChunks: booleanAt(projection, 'publish_chunks'),
    sessionId: textOrNullAt(projection['session_id'], 'projection.session_id'),
    traceparent: textOrNullAt(projection['traceparent'], 'projection.traceparent'),
    correlationId: textOrNullAt(metadata['$correlationId'], '$correlationId'),
    causationId: textOrNullAt(metadata['$causationId'], '$causationId'),
    recordedAt: textAt(metadata['recorded_at'], 'recorded_at'),
  };
}

function booleanAt(object: JsonObject, member: string): boolean {
  const value = object[member];
  if (typeof value === 'boolean') return value;
  throw new Unmappable(`projection.${member} is not a boolean`);
}
