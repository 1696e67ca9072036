import type { JsonObject } from '@aip-hermes/aip';
import { BESIDE_EVENT_TYPES, type BesideEvent } from '../events/beside-event.js';
import { BINDING_EVENT_TYPES, type BindingEvent } from '../events/binding-event.js';
import { SCHEMA_VERSION, type EventMetadata } from '../metadata.js';
import type { EventRow } from './event-row.js';
import { parseObject } from './parse-object.js';
import { readMetadata } from './read-metadata.js';
import { upcast, UPCASTS, type UpcastRegistry } from './upcasts.js';

/** What a row of the log turned out to be. */
export type DecodedEvent =
  | { readonly kind: 'binding'; readonly event: BindingEvent; readonly metadata: EventMetadata }
  | { readonly kind: 'beside'; readonly event: BesideEvent; readonly metadata: EventMetadata }
  /** Not understood, and its writer said that this does not matter. */
  | { readonly kind: 'ignorable'; readonly metadata: EventMetadata }
  /** Not understood: no effect and no append for its stream by this process (DESIGN 3). */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly metadata: EventMetadata | null };

/** What this build understands; given in tests only. */
interface DecodeOptions {
  readonly upcasts: UpcastRegistry;
  readonly schemaVersion: number;
}

const THIS_BUILD: DecodeOptions = { upcasts: UPCASTS, schemaVersion: SCHEMA_VERSION };

const KINDS: ReadonlyMap<string, 'binding' | 'beside'> = new Map([
  ...BINDING_EVENT_TYPES.map((type) => [type, 'binding'] as const),
  ...BESIDE_EVENT_TYPES.map((type) => [type, 'beside'] as const),
]);

/**
 * Reads a row of the log (DESIGN 3). Unknown members stay and are ignored. An unknown type or a schema version above
 * this build's is `ignorable` when its metadata says so, else `unreadable`, as is a row that is no JSON. Older
 * versions are upcast. Never throws. The members of `data` are not checked here: the fold checks what it reads.
 */
export function decodeEvent(row: EventRow, options: DecodeOptions = THIS_BUILD): DecodedEvent {
  if (row.damage !== undefined) return { kind: 'unreadable', reason: row.damage, metadata: null };
  const metadata = readMetadata(row.metadata);
  if (metadata === null) return { kind: 'unreadable', reason: 'its metadata cannot be read', metadata: null };
  const kind = KINDS.get(row.type);
  if (kind === undefined) return notUnderstood(metadata, 'its type is not known');
  const version = metadata.schema_version;
  if (version > options.schemaVersion) {
    return notUnderstood(metadata, `its schema version ${version} is above ${options.schemaVersion}`);
  }
  const parsed = parseObject(row.data);
  if (parsed === null) return { kind: 'unreadable', reason: 'its data is no JSON object', metadata };
  const data = version === options.schemaVersion ? parsed : upcastData(row.type, parsed, version, options);
  if (data === null)
    return { kind: 'unreadable', reason: `it cannot be upcast from version ${version}`, metadata };
  return { kind, event: { type: row.type, data } as unknown, metadata } as DecodedEvent;
}

function notUnderstood(metadata: EventMetadata, reason: string): DecodedEvent {
  return metadata.ignorable === true
    ? { kind: 'ignorable', metadata }
    : { kind: 'unreadable', reason, metadata };
}

function upcastData(type: string, data: JsonObject, from: number, options: DecodeOptions): JsonObject | null {
  try {
    return upcast(options.upcasts, type, data, { from, to: options.schemaVersion });
  } catch {
    return null;
  }
}
