import { AppendTooLarge } from './errors.js';
import type { ExpectedRevision, NewEvent } from './port.js';

/**
 * Default bound of one append in bytes: 1 MiB, which is the smallest limit of the stores and brokers in use
 * (DESIGN 3, sizes), less 16 KiB for what they frame around an event.
 */
export const DEFAULT_MAX_APPEND_BYTES = 1_048_576 - 16_384;

/** Longest name of a stream in UTF-16 units; longer ones are a programming mistake. */
const MAX_STREAM_NAME_LENGTH = 1_024;

/** `isWellFormed` is in Node 20, and not yet in the ES2023 library types. */
type CheckedText = string & { isWellFormed(): boolean };

/**
 * Checks what every adapter refuses before it writes, and returns the append's size in bytes as the port counts it.
 * @throws TypeError, RangeError for a programming mistake: no events, an id twice, no name, an impossible revision.
 * @throws AppendTooLarge
 */
export function checkAppend(
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
  limit: number,
): number {
  checkStream(stream);
  if (typeof expected === 'number') checkRevision(expected);
  if (events.length === 0) throw new TypeError('An append needs at least one event.');
  let bytes = 0;
  const ids = new Set<string>();
  for (const event of events) {
    ids.add(event.id);
    bytes += textBytes(event.id) + textBytes(event.type) + textBytes(event.data) + textBytes(event.metadata);
  }
  if (ids.size !== events.length) throw new TypeError('An event id stands twice in one append.');
  if (bytes > limit) throw new AppendTooLarge(bytes, limit);
  return bytes;
}

/** @throws RangeError when the text cannot name a stream. */
export function checkStream(stream: string): void {
  if (stream.length === 0 || stream.length > MAX_STREAM_NAME_LENGTH) {
    throw new RangeError(`A stream's name has 1 to ${MAX_STREAM_NAME_LENGTH} characters.`);
  }
}

/** @throws RangeError when the number cannot be a revision. */
export function checkRevision(revision: number): void {
  if (!Number.isSafeInteger(revision) || revision < 0)
    throw new RangeError('A revision is a whole number from 0.');
}

/** A lone surrogate has no UTF-8 form and would come back as another character, so it is refused. */
function textBytes(text: string): number {
  if (!(text as CheckedText).isWellFormed()) throw new TypeError('Event text must be well-formed Unicode.');
  return Buffer.byteLength(text);
}
