import { describe, expect, it } from 'vitest';
import type { ReadRequest } from '../port.js';
import type { MakeBus } from './bus-fixture.js';
import { busUnderTest } from './bus-under-test.js';
import { published } from './published.js';
import { allOf, never, readAll, textOf } from './read-all.js';

const chunks = { topics: ['stream_chunks'], follow: false } as const satisfies Partial<ReadRequest>;

/** What every MessageReader does: the views `watch` and `audit` read through it. */
export function messageReaderContract(adapter: string, make: MakeBus): void {
  describe(`MessageReader, ${adapter}`, () => {
    const under = busUnderTest(make);

    it('DESIGN 2: an empty bus gives one empty batch that says so', async () => {
      const bus = await under.open();
      const batches = await allOf(bus.reader.read({ ...chunks, signal: never() }));
      expect(batches).toEqual([{ records: [], caughtUp: true }]);
    });

    it('DESIGN 2: a plain read gives every record once, in order, over many batches, and ends caught up', async () => {
      const bus = await under.open();
      const texts = Array.from({ length: 1_300 }, (_, index) => String(index));
      const sink = bus.projectionSink('0');
      await sink.publish(published(texts), 'p1', null);
      const batches = await allOf(bus.reader.read({ ...chunks, signal: never() }));
      expect(batches.flatMap(({ records }) => records.map(textOf))).toEqual(texts);
      expect(batches.map(({ caughtUp }) => caughtUp)).toEqual(
        batches.map((_, i) => i === batches.length - 1),
      );
      expect((await readAll(bus, 'stream_chunks')).map(({ offset }) => offset)).toEqual(texts.map(Number));
    });

    it('DESIGN 2: only the asked topics are read', async () => {
      const bus = await under.open();
      await bus.commandSink.send({ key: 'act_1', value: Buffer.from('c'), headers: {} });
      await bus
        .projectionSink('0')
        .publish([...published(['a']), ...published(['r'], { topic: 'results' })], 'p1', null);
      const request = { topics: ['commands', 'results'], follow: false, signal: never() } as const;
      const batches = await allOf(bus.reader.read(request));
      const read = batches.flatMap(({ records }) => records);
      expect(read.map(({ topic }) => topic).sort()).toEqual(['commands', 'results']);
    });

    it('DESIGN 2: only records of the asked key are read', async () => {
      const bus = await under.open();
      const records = ['act_1', 'act_2', 'act_10', 'ACT_1', ''].flatMap((key) => published([key], { key }));
      await bus.projectionSink('0').publish(records, 'p1', null);
      for (const key of ['act_1', 'act_10', 'ACT_1', '']) {
        expect((await readAll(bus, 'stream_chunks', key)).map(textOf)).toEqual([key]);
      }
      expect(await readAll(bus, 'stream_chunks', 'act_3')).toEqual([]);
    });

    it('DESIGN 2: a follower gets what is there, is told so, then gets what comes, of other processes too', async () => {
      const bus = await under.open();
      const other = await under.open();
      const stop = new AbortController();
      await bus.projectionSink('0').publish(published(['a']), 'p1', null);
      const seen: string[] = [];
      for await (const batch of bus.reader.read({ ...chunks, follow: true, signal: stop.signal })) {
        seen.push(...batch.records.map(textOf));
        if (!batch.caughtUp) continue;
        if (seen.length === 1) await bus.projectionSink('0').publish(published(['b']), 'p2', 'p1');
        if (seen.length === 2) await other.projectionSink('0').publish(published(['c']), 'p3', 'p2');
        if (seen.length === 3) stop.abort();
      }
      expect(seen).toEqual(['a', 'b', 'c']);
    });

    it('DESIGN 2: a follower of an empty bus is told that it has caught up before anything comes', async () => {
      const bus = await under.open();
      const stop = new AbortController();
      const seen: string[] = [];
      for await (const batch of bus.reader.read({ ...chunks, follow: true, signal: stop.signal })) {
        seen.push(batch.records.length === 0 ? 'caught up' : batch.records.map(textOf).join());
        if (seen.length === 1) await bus.projectionSink('0').publish(published(['a']), 'p1', null);
        else stop.abort();
      }
      expect(seen).toEqual(['caught up', 'a']);
    });

    it('DESIGN 2: an abort ends a waiting follower, and a close ends it too', async () => {
      const bus = await under.open();
      const stop = new AbortController();
      const follow = (signal: AbortSignal): AsyncIterator<unknown> =>
        bus.reader.read({ ...chunks, follow: true, signal })[Symbol.asyncIterator]();
      const aborted = follow(stop.signal);
      await aborted.next();
      const next = aborted.next();
      stop.abort();
      expect((await next).done).toBe(true);

      const closed = follow(never());
      await closed.next();
      const last = closed.next();
      await bus.close();
      expect((await last).done).toBe(true);
    });

    it('DESIGN 2: readers do not share a place, and one that leaves early harms nobody', async () => {
      const bus = await under.open();
      await bus.projectionSink('0').publish(published(['a', 'b']), 'p1', null);
      for await (const batch of bus.reader.read({ ...chunks, follow: true, signal: never() })) {
        expect(batch.records).toHaveLength(2);
        break;
      }
      expect((await readAll(bus, 'stream_chunks')).map(textOf)).toEqual(['a', 'b']);
    });
  });
}
