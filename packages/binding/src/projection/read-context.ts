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

/** What `sealEvents` writes last into the metadata of a chained event, and all that differs within an append. */
const CHAIN_TAIL = /,"chain":"[0-9a-f]{64}"\}$/y;
const CHAIN_TAIL_CHARS = ',"chain":""}'.length + 64;

/** The last metadata read, without its chain: rows of one append come one after the other. */
let latest: { readonly shared: string; readonly context: RowContext } | null = null;

/** Reads the metadata of a row. A text that differs from the one before in its chain alone is not read again. */
export function readContext(metadataText: string): RowContext {
  CHAIN_TAIL.lastIndex = Math.max(0, metadataText.length - CHAIN_TAIL_CHARS);
  if (!CHAIN_TAIL.test(metadataText)) return contextOf(metadataText);
  const shared = metadataText.slice(0, -CHAIN_TAIL_CHARS);
  if (latest?.shared !== shared) latest = { shared, context: contextOf(metadataText) };
  return latest.context;
}

function contextOf(metadataText: string): RowContext {
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
