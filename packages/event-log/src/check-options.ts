import { checkRevision } from './check-append.js';
import type { ReadOptions, Retention } from './port.js';

/** @throws RangeError for a revision or limit that cannot be. */
export function checkRead(options: ReadOptions): void {
  if (options.from !== undefined) checkRevision(options.from);
  if (options.limit !== undefined && !(Number.isSafeInteger(options.limit) && options.limit >= 0)) {
    throw new RangeError('A limit is a whole number from 0.');
  }
}

/** @throws RangeError: a stream keeps at least one event, and an age is more than nothing. */
export function checkRetention(retention: Retention): void {
  for (const value of [retention.maxCount, retention.maxAgeMs]) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1)) {
      throw new RangeError('maxCount and maxAgeMs are whole numbers from 1.');
    }
  }
}
