import { describe, expect, it } from 'vitest';
import { aStream, anEvent, someEvents } from './given-events.js';
import type { LogFactory } from './log-under-test.js';
import { withLog } from './with-log.js';

/** The id rule of DESIGN 3: the very same append again is a success, and nothing else is. */
export function idContract(make: LogFactory): void {
  describe('event ids', () => {
    for (const expected of ['no_stream', 1] as const) {
      it(
        `DESIGN 3: the very same append again (at ${expected}) succeeds with the first revision and position`,
        withLog(make, async ({ log, secondWriter = log }) => {
          const stream = aStream();
          if (expected === 1) await log.append(stream, 'no_stream', someEvents(2));
          const events = someEvents(3);
          const first = await log.append(stream, expected, events);
          expect(first.kind).toBe('appended');
          expect(await log.append(stream, expected, events)).toEqual(first);
          expect(await secondWriter.append(stream, expected, events)).toEqual(first);
          expect(await log.read(stream)).toHaveLength(expected === 1 ? 5 : 3);
        }),
      );
    }

    it(
      'DESIGN 3: it still succeeds after later events, and with a copy waiting at the same moment',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        const events = someEvents(2);
        const [first, copy] = await Promise.all([
          log.append(stream, 'no_stream', events),
          log.append(stream, 'no_stream', events),
        ]);
        await log.append(stream, 1, someEvents(4));
        expect(first).toMatchObject({ kind: 'appended', revision: 1 });
        expect(copy).toEqual(first);
        expect(await log.append(stream, 'no_stream', events)).toEqual(first);
        expect(await log.read(stream)).toHaveLength(6);
      }),
    );

    it(
      'DESIGN 3: known ids in another order, with others, or at another revision are a conflict',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        const [a, b, c] = [anEvent(), anEvent(), anEvent()];
        await log.append(stream, 'no_stream', [a, b]);
        await log.append(stream, 1, [c]);
        const conflict = { kind: 'conflict', actual: 2 };
        expect(await log.append(stream, 'no_stream', [b, a])).toEqual(conflict);
        expect(await log.append(stream, 'no_stream', [a, anEvent()])).toEqual(conflict);
        expect(await log.append(stream, 'no_stream', [a, b, c, anEvent()])).toEqual(conflict);
        expect(await log.append(stream, 0, [a, b])).toEqual(conflict);
        expect(await log.append(stream, 1, [c, anEvent()])).toEqual(conflict);
        expect(await log.read(stream)).toHaveLength(3);
      }),
    );

    it(
      'at any revision a retry is recognised too',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        const events = someEvents(2);
        await log.append(stream, 'any', someEvents(1));
        const first = await log.append(stream, 'any', events);
        expect(await log.append(stream, 'any', events)).toEqual(first);
        expect(first).toMatchObject({ kind: 'appended', revision: 2 });
        expect(await log.read(stream)).toHaveLength(3);
      }),
    );
  });
}
