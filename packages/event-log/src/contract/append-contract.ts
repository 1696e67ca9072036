import { describe, expect, it } from 'vitest';
import { aStream, anEvent, someEvents } from './given-events.js';
import type { LogFactory } from './log-under-test.js';
import { withLog } from './with-log.js';

/** Expected revisions and atomicity. */
export function appendContract(make: LogFactory): void {
  describe('append at a revision', () => {
    it(
      'counts revisions from 0 and answers with the last one and its position',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        const first = await log.append(stream, 'no_stream', someEvents(2));
        const second = await log.append(stream, 1, someEvents(3));
        expect([first, second]).toMatchObject([
          { kind: 'appended', revision: 1 },
          { kind: 'appended', revision: 4 },
        ]);
        const events = await log.read(stream);
        expect(events.map((event) => event.revision)).toEqual([0, 1, 2, 3, 4]);
        expect(first).toHaveProperty('position', events[1]?.position);
        expect(second).toHaveProperty('position', events[4]?.position);
      }),
    );

    it(
      'gives later events greater positions, compared as text, across streams',
      withLog(make, async ({ log }) => {
        const streams = [aStream(), aStream()];
        const positions: string[] = [];
        for (let round = 0; round < 12; round += 1) {
          const outcome = await log.append(streams[round % 2] ?? '', 'any', someEvents(1));
          positions.push(outcome.kind === 'appended' ? outcome.position : 'conflict');
        }
        expect(positions).toEqual([...new Set(positions)].sort());
        expect(positions).toHaveLength(12);
      }),
    );

    it(
      'DESIGN 3.2: a conflict carries the actual revision and writes nothing',
      withLog(make, async ({ log }) => {
        const [stream, absent] = [aStream(), aStream()];
        await log.append(stream, 'no_stream', someEvents(3));
        const before = await log.read(stream);
        for (const expected of ['no_stream', 0, 1, 3, 99] as const) {
          expect(await log.append(stream, expected, someEvents(2))).toEqual({ kind: 'conflict', actual: 2 });
        }
        expect(await log.append(absent, 0, someEvents(2))).toEqual({ kind: 'conflict', actual: 'no_stream' });
        expect(await log.read(stream)).toEqual(before);
        expect(await log.read(absent)).toEqual([]);
      }),
    );

    it(
      'writes wherever the stream is when any revision will do',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        for (const revision of [0, 1, 2]) {
          expect(await log.append(stream, 'any', [anEvent()])).toMatchObject({ kind: 'appended', revision });
        }
      }),
    );

    it(
      'DESIGN 3: takes 500 events in one append, all together in the global order',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        const events = someEvents(500);
        await Promise.all([
          log.append(aStream(), 'no_stream', someEvents(50)),
          log.append(stream, 'no_stream', events),
          log.append(aStream(), 'no_stream', someEvents(50)),
        ]);
        const stored = await log.read(stream);
        expect(stored.map((event) => event.id)).toEqual(events.map((event) => event.id));
        const positions = stored.map((event) => event.position);
        expect(positions).toEqual([...positions].sort());
      }),
    );
  });

  describe('appends at the same moment', () => {
    it(
      'DESIGN 3: two writers with the same command: exactly one is appended',
      withLog(make, async ({ log, secondWriter = log }) => {
        for (let round = 0; round < 20; round += 1) {
          const stream = aStream();
          const outcomes = await Promise.all([
            log.append(stream, 'no_stream', someEvents(2)),
            secondWriter.append(stream, 'no_stream', someEvents(2)),
          ]);
          expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['appended', 'conflict']);
          expect(await log.read(stream)).toHaveLength(2);
        }
      }),
    );

    it(
      'many writers of one stream: one wins each revision, and nothing is lost or doubled',
      withLog(make, async ({ log, secondWriter = log }) => {
        const stream = aStream();
        const won = await Promise.all(
          Array.from({ length: 8 }, async (_, writer) => {
            const mine = writer % 2 === 0 ? log : secondWriter;
            const ids: string[] = [];
            let expected: 'no_stream' | number = 'no_stream';
            while (ids.length < 5) {
              const event = anEvent();
              const outcome = await mine.append(stream, expected, [event]);
              if (outcome.kind === 'appended') ids.push(event.id);
              expected = outcome.kind === 'appended' ? outcome.revision : outcome.actual;
            }
            return ids;
          }),
        );
        const stored = (await log.read(stream)).map((event) => event.id);
        expect([...stored].sort()).toEqual(won.flat().sort());
      }),
    );

    it(
      'a conflict or a refused append does not harm others that wait with it',
      withLog(make, async ({ log }) => {
        const [taken, good, other] = [aStream(), aStream(), aStream()];
        await log.append(taken, 'no_stream', someEvents(1));
        const settled = await Promise.allSettled([
          log.append(good, 'no_stream', someEvents(2)),
          log.append(taken, 'no_stream', someEvents(2)),
          log.append(other, 'no_stream', [anEvent({ data: `"${'x'.repeat(log.maxAppendBytes)}"` })]),
          log.append(other, 'no_stream', someEvents(3)),
        ]);
        expect(settled).toMatchObject([
          { status: 'fulfilled', value: { kind: 'appended', revision: 1 } },
          { status: 'fulfilled', value: { kind: 'conflict', actual: 0 } },
          { status: 'rejected', reason: { code: 'event_log.append_too_large' } },
          { status: 'fulfilled', value: { kind: 'appended', revision: 2 } },
        ]);
      }),
    );

    it(
      'many streams at once keep each its own order',
      withLog(make, async ({ log }) => {
        const streams = Array.from({ length: 40 }, aStream);
        await Promise.all(
          streams.map(async (stream) => {
            for (let n = 0; n < 10; n += 1) {
              await log.append(stream, n === 0 ? 'no_stream' : n * 2 - 1, [
                anEvent({ data: `${n * 2}` }),
                anEvent({ data: `${n * 2 + 1}` }),
              ]);
            }
          }),
        );
        for (const stream of streams) {
          const events = await log.read(stream);
          expect(events.map((event) => event.data)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
          expect(events.map((event) => event.revision)).toEqual(events.map((_, n) => n));
        }
      }),
    );
  });
}
