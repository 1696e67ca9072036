import type { InboundRecord, MessageReader } from '@aip-hermes/message-bus';
import { deadLetterAt, type DeadLetter, type LetterSummary } from './dead-letter.js';
import type { LetterName } from './letter-place.js';

/** The newest letters, and whether there are older ones that would fit too. */
export interface NewestLetters {
  readonly letters: readonly LetterSummary[];
  readonly more: boolean;
}

/**
 * At most `limit` letters set aside at `sinceMs` or later, newest first. Walks all of them a page at a time and keeps no
 * bytes of any, so that memory follows `limit` (G13). @throws BusUnavailable
 */
export async function newestLetters(
  reader: MessageReader,
  limit: number,
  sinceMs = Number.NEGATIVE_INFINITY,
): Promise<NewestLetters> {
  let kept: LetterSummary[] = [];
  let count = 0;
  for await (const record of lettersIn(reader)) {
    if (record.timestampMs < sinceMs) continue;
    count += 1;
    kept.push(deadLetterAt(record).summary);
    if (kept.length >= 2 * limit) kept = kept.slice(-limit);
  }
  return { letters: kept.slice(-limit).reverse(), more: count > limit };
}

/** The letter of that name; null: there is none. @throws BusUnavailable */
export async function findLetter(reader: MessageReader, name: LetterName): Promise<DeadLetter | null> {
  for await (const record of lettersIn(reader)) {
    if (name.by === 'letter') {
      if (record.partition === name.partition && record.offset === name.offset) return deadLetterAt(record);
    } else {
      const letter = deadLetterAt(record);
      if (letter.summary.source === name.place) return letter;
    }
  }
  return null;
}

async function* lettersIn(reader: MessageReader): AsyncGenerator<InboundRecord, void, void> {
  const { signal } = new AbortController();
  for await (const { records } of reader.read({ topics: ['dead_letters'], follow: false, signal }))
    yield* records;
}
