import { RecordTooLarge } from './errors.js';
import type { Headers, PublishedRecord } from './port.js';

/** A record in the form the embedded adapters store: the value as bytes. */
export interface StoredRecord {
  readonly key: string | null;
  readonly value: Uint8Array | null;
  readonly headers: Headers;
}

/** Largest value an embedded bus takes, bytes: four times what the connector sends, so bad input still fits. */
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** Bytes of values in one batch or page; at least one record always fits (G13). */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Refuses a value over the limit before anything is stored. @throws RecordTooLarge */
export function checkSize(record: StoredRecord, index: number): void {
  const size = record.value?.byteLength ?? 0;
  if (size <= MAX_RECORD_BYTES) return;
  throw new RecordTooLarge(
    `A value of ${size} bytes is over the limit of ${MAX_RECORD_BYTES} bytes; nothing was stored.`,
    index,
  );
}

/** The published text as UTF-8 bytes. @throws RecordTooLarge */
export function storedForm(record: PublishedRecord, index: number): StoredRecord {
  const stored = { key: record.key, value: Buffer.from(record.value, 'utf8'), headers: record.headers };
  checkSize(stored, index);
  return stored;
}
