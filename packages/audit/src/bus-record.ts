import type { JsonObject } from '@aip-hermes/aip';
import type { Headers, InboundRecord } from '@aip-hermes/message-bus';
import { asObject } from './json-at.js';
import { parseJson } from './parse-json.js';

/** A published record as text. */
export interface BusRecord {
  readonly topic: string;
  readonly key: string;
  readonly headers: Headers;
  /** The bytes as text; null for none or for bytes that are no UTF-8. */
  readonly value: string | null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The record with its bytes as text; nothing is repaired, so equal texts are equal bytes. */
export function busRecord(record: InboundRecord): BusRecord {
  const { topic, headers } = record;
  return { topic, key: record.key ?? '', headers, value: textOf(record.value) };
}

/** The envelope in a value, or null. */
export function envelopeOf(value: string | null): JsonObject | null {
  return value === null ? null : asObject(parseJson(value));
}

function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
