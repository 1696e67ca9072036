import type { InboundRecord } from '@aip-hermes/message-bus';
import { letterId } from './letter-place.js';

/** A dead letter without its bytes and headers; its members are the contract of `dead-letters list --json`. */
export interface LetterSummary {
  readonly id: string;
  /** When it was set aside, RFC 3339. */
  readonly at: string;
  /** Stable word for the reason. */
  readonly code: string;
  /** The reason in one line. */
  readonly message: string;
  /** Where the record lay, such as `commands/0/17`. */
  readonly source: string;
  /** Of the record, cut where it is longer than any id. */
  readonly key: string | null;
  /** Size of the original value; null: the record had none. */
  readonly bytes: number | null;
}

/** A dead letter with everything it keeps (G11). */
export interface DeadLetter {
  readonly summary: LetterSummary;
  /** When the bus took the original record, RFC 3339; null: not known. */
  readonly sentAt: string | null;
  /** The headers of the original record. */
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Uint8Array | null;
}

/** UTF-16 units kept of a key: longer than the longest Action id. */
const MAX_KEY = 256;

/** Reads a record of the dead-letter topic. */
export function deadLetterAt(record: InboundRecord): DeadLetter {
  const { headers, value } = record;
  const about = (name: string): string => headers[`${ABOUT}${name}`] ?? '?';
  const original = Object.entries(headers).flatMap(([name, text]) =>
    name.startsWith(ORIGINAL) ? [[name.slice(ORIGINAL.length), text] as const] : [],
  );
  return {
    summary: {
      id: letterId(record),
      at: new Date(record.timestampMs).toISOString(),
      code: about('reason'),
      message: about('message'),
      source: `${about('topic')}/${about('partition')}/${about('offset')}`,
      key: record.key === null ? null : cut(record.key),
      bytes: value?.byteLength ?? null,
    },
    sentAt: timeOf(about('timestamp')),
    headers: Object.fromEntries(original),
    value,
  };
}

/** DESIGN 4: what the bus says of the letter, and what it says of the original. */
const ABOUT = 'aip-dead-letter-';
const ORIGINAL = 'original-';

function cut(key: string): string {
  return key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY).toWellFormed()}…`;
}

function timeOf(text: string): string | null {
  const at = new Date(/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
