import type { DeadLetterReason, Headers, InboundRecord } from './port.js';

/** What is stored for a record that could not be taken: its key and bytes as they came, and why (G11). */
export interface DeadLetter {
  readonly key: string | null;
  readonly value: Uint8Array | null;
  readonly headers: Headers;
}

/** Longest stored reason text; a reason is one line for a person. */
const MAX_REASON_LENGTH = 1_000;

/**
 * Builds the dead letter of a record (DESIGN 4): reason and origin in `aip-dead-letter-*` headers, the original
 * headers under `original-`, key and value untouched. The same in every adapter.
 */
export function deadLetterOf(record: InboundRecord, reason: DeadLetterReason): DeadLetter {
  const original = Object.entries(record.headers).map(
    ([name, value]) => [`original-${name}`, value] as const,
  );
  return {
    key: record.key,
    value: record.value,
    headers: Object.fromEntries<string>([
      ...original,
      ['aip-dead-letter-reason', reason.code.slice(0, MAX_REASON_LENGTH)],
      ['aip-dead-letter-message', reason.message.slice(0, MAX_REASON_LENGTH)],
      ['aip-dead-letter-topic', record.topic],
      ['aip-dead-letter-partition', String(record.partition)],
      ['aip-dead-letter-offset', String(record.offset)],
      ['aip-dead-letter-timestamp', String(record.timestampMs)],
    ]),
  };
}
