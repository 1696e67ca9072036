import { describe, expect, it } from 'vitest';
import { aStream, someEvents } from './given-events.js';
import type { LogFactory } from './log-under-test.js';
import { withLog } from './with-log.js';

/** Retention by count and age. */
export function retentionContract(make: LogFactory): void {
  describe('retention', () => {
    it(
      'DESIGN 3: maxCount keeps the newest events, set before the stream exists, and revisions go on',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        await log.setRetention(stream, { maxCount: 2 });
        expect(await log.read(stream)).toEqual([]);
        expect(await log.append(stream, 'no_stream', someEvents(1))).toMatchObject({ revision: 0 });
        expect(await log.append(stream, 0, someEvents(4))).toMatchObject({ revision: 4 });
        expect((await log.read(stream)).map((event) => event.revision)).toEqual([3, 4]);
        const backwards = await log.read(stream, { direction: 'backwards' });
        expect(backwards.map((event) => event.revision)).toEqual([4, 3]);
        expect(await log.append(stream, 'no_stream', someEvents(1))).toEqual({ kind: 'conflict', actual: 4 });
      }),
    );

    it(
      'DESIGN 3: a stream of one event at any revision holds the newest (the open-bindings snapshot)',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        await log.setRetention(stream, { maxCount: 1 });
        for (let n = 0; n < 50; n += 1) await log.append(stream, 'any', someEvents(1, { data: `${n}` }));
        const events = await log.read(stream);
        expect(events.map((event) => [event.revision, event.data])).toEqual([[49, '49']]);
      }),
    );

    it(
      'applies to what is already there, is idempotent, and touches no other stream',
      withLog(make, async ({ log, secondWriter = log }) => {
        const [stream, other] = [aStream(), aStream()];
        await log.append(stream, 'no_stream', someEvents(300));
        await log.append(other, 'no_stream', someEvents(3));
        await log.setRetention(stream, { maxCount: 3 });
        await log.setRetention(stream, { maxCount: 3 });
        for (const reader of [log, secondWriter]) {
          expect((await reader.read(stream)).map((event) => event.revision)).toEqual([297, 298, 299]);
          expect(await reader.read(other)).toHaveLength(3);
        }
      }),
    );

    it(
      'outlives the log being opened again',
      withLog(make, async ({ log, reopen }) => {
        const stream = aStream();
        await log.setRetention(stream, { maxCount: 1 });
        const opened = (await reopen?.()) ?? log;
        await opened.append(stream, 'no_stream', someEvents(3));
        expect((await opened.read(stream)).map((event) => event.revision)).toEqual([2]);
      }),
    );

    it(
      'DESIGN 3: maxAge hides older events, and revisions and positions go on',
      withLog(make, async ({ log, advance }, context) => {
        if (advance === undefined) return context.skip('the clock of this log cannot be moved');
        const stream = aStream();
        await log.setRetention(stream, { maxAgeMs: 1_000 });
        await log.append(stream, 'no_stream', someEvents(2));
        advance(600);
        await log.append(stream, 1, someEvents(1));
        advance(399);
        expect(await log.read(stream)).toHaveLength(3);
        advance(1);
        expect((await log.read(stream)).map((event) => event.revision)).toEqual([2]);
        advance(1_000);
        const head = await log.head();
        expect(await log.read(stream)).toEqual([]);
        const outcome = await log.append(stream, 2, someEvents(1));
        expect(outcome).toMatchObject({ kind: 'appended', revision: 3 });
        expect(outcome.kind === 'appended' && outcome.position > (head ?? '')).toBe(true);
        expect((await log.read(stream)).map((event) => event.revision)).toEqual([3]);
      }),
    );

    it(
      'refuses to keep nothing',
      withLog(make, async ({ log }) => {
        await expect(log.setRetention(aStream(), { maxCount: 0 })).rejects.toThrow(RangeError);
        await expect(log.setRetention(aStream(), { maxAgeMs: -1 })).rejects.toThrow(RangeError);
      }),
    );
  });
}
