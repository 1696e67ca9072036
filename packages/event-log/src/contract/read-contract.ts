import { describe, expect, it } from 'vitest';
import type { ReadOptions } from '../port.js';
import { aStream, someEvents } from './given-events.js';
import type { LogFactory } from './log-under-test.js';
import { withLog } from './with-log.js';

const CASES: readonly (readonly [ReadOptions, readonly number[]])[] = [
  [{}, [0, 1, 2, 3, 4]],
  [{ limit: 2 }, [0, 1]],
  [{ limit: 0 }, []],
  [{ from: 3 }, [3, 4]],
  [{ from: 1, limit: 2 }, [1, 2]],
  [{ from: 5 }, []],
  [{ direction: 'backwards' }, [4, 3, 2, 1, 0]],
  [{ direction: 'backwards', limit: 1 }, [4]],
  [{ direction: 'backwards', from: 2 }, [2, 1, 0]],
  [{ direction: 'backwards', from: 3, limit: 2 }, [3, 2]],
  [{ direction: 'backwards', from: 9, limit: 1 }, [4]],
];

/** Reading one stream, and the head. */
export function readContract(make: LogFactory): void {
  describe('read', () => {
    it(
      'gives pages of a stream from any revision in both directions',
      withLog(make, async ({ log }) => {
        const [stream, other] = [aStream(), aStream()];
        for (let n = 0; n < 5; n += 1) {
          await log.append(stream, 'any', someEvents(1));
          await log.append(other, 'any', someEvents(1));
        }
        for (const [options, revisions] of CASES) {
          const events = await log.read(stream, options);
          expect(events.map((event) => event.revision)).toEqual(revisions);
          expect(events.every((event) => event.stream === stream)).toBe(true);
        }
      }),
    );

    it(
      'reads an unknown stream as empty',
      withLog(make, async ({ log }) => {
        expect(await log.read(aStream())).toEqual([]);
        expect(await log.read(aStream(), { direction: 'backwards', limit: 1 })).toEqual([]);
      }),
    );

    it(
      'refuses a page that cannot be',
      withLog(make, async ({ log }) => {
        await expect(log.read(aStream(), { from: -1 })).rejects.toThrow(RangeError);
        await expect(log.read(aStream(), { limit: 1.5 })).rejects.toThrow(RangeError);
      }),
    );

    it(
      'sees an append of another writer as soon as it was answered',
      withLog(make, async ({ log, secondWriter = log }) => {
        const stream = aStream();
        await secondWriter.append(stream, 'no_stream', someEvents(2));
        expect(await log.read(stream)).toHaveLength(2);
      }),
    );

    it(
      'head is the position of the newest event of any stream',
      withLog(make, async ({ log }) => {
        for (let n = 0; n < 3; n += 1) {
          const outcome = await log.append(aStream(), 'no_stream', someEvents(2));
          expect(outcome).toHaveProperty('position', await log.head());
        }
        await log.append(aStream(), 4, someEvents(1));
        const head = await log.head();
        expect(await log.head()).toBe(head);
      }),
    );
  });
}
