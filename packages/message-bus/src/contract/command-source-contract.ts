import { describe, expect, it } from 'vitest';
import type { InboundRecord } from '../port.js';
import type { MakeBus } from './bus-fixture.js';
import { busUnderTest } from './bus-under-test.js';
import { consume, decideAll, leftFor, sendNumbered } from './consume.js';
import { gate } from './gate.js';
import { offsetsByPartition, textOf } from './read-all.js';

/** What every CommandSource does (DESIGN 5): at least once, and the offset moves only by `decided`. */
export function commandSourceContract(adapter: string, make: MakeBus): void {
  describe(`CommandSource, ${adapter}`, () => {
    const under = busUnderTest(make);

    it('DESIGN 5: a partition is delivered in offset order, in batches without a gap', async () => {
      const bus = await under.open();
      for (let index = 0; index < 24; index += 1) await sendNumbered(bus, `act_${index}`, 2);
      const delivered = await consume(bus, 'g', 48);
      const partitions = offsetsByPartition(delivered);
      expect(partitions.size).toBe(bus.partitions);
      for (const offsets of partitions.values()) {
        expect(offsets).toEqual(offsets.map((_, index) => index));
      }
    });

    it('DESIGN 5: what was decided is not delivered again, neither now nor after a restart', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 5);
      expect((await consume(bus, 'g', 5)).map(textOf)).toEqual(['0', '1', '2', '3', '4']);
      await bus.close();
      expect(await leftFor(await under.open(), 'g', 'act_1')).toEqual([]);
    });

    it('DESIGN 5: the offset goes on from run to run', async () => {
      const bus = await under.open();
      for (const from of [0, 2, 4]) {
        await sendNumbered(bus, 'act_1', 2, from);
        expect((await consume(bus, 'g', 2)).map(textOf)).toEqual([String(from), String(from + 1)]);
      }
      await bus.close();
      expect(await leftFor(await under.open(), 'g', 'act_1')).toEqual([]);
    });

    it('DESIGN 5: records sent while the source waits are delivered', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 1);
      const sentLater: Promise<void>[] = [];
      const delivered = await consume(bus, 'g', 3, async (batch) => {
        if (sentLater.length === 0) sentLater.push(sendNumbered(bus, 'act_1', 2, 1));
        await decideAll(batch);
      });
      await Promise.all(sentLater);
      expect(delivered.map(textOf)).toEqual(['0', '1', '2']);
    });

    it('DESIGN 5: after a rejected handler the undecided rest comes again, the decided part does not', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 4);
      const batches: string[][] = [];
      const stop = new AbortController();
      await bus.commandSource('g').run(async (batch) => {
        batches.push(batch.records.map(textOf));
        const [first] = batch.records;
        if (batches.length === 1 && first !== undefined) {
          batch.decided(first.offset);
          throw new Error('the log is away');
        }
        await decideAll(batch);
        if (batches.flat().length === 7) stop.abort();
      }, stop.signal);
      expect(batches[0]).toEqual(['0', '1', '2', '3']);
      expect(batches.slice(1).flat()).toEqual(['1', '2', '3']);
    });

    it('G11: no error of a handler ends the source, not even one thrown at once', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 1);
      let calls = 0;
      const stop = new AbortController();
      await bus.commandSource('g').run((batch) => {
        calls += 1;
        if (calls === 1) throw new TypeError('a defect');
        stop.abort();
        return decideAll(batch);
      }, stop.signal);
      expect(calls).toBe(2);
    });

    it('G6: the offset never moves past an undecided record, whatever the handler answers', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 4);
      await consume(bus, 'g', 4, (batch) => {
        for (const { offset } of batch.records.slice(0, 2)) batch.decided(offset);
        return Promise.resolve();
      });
      await bus.close();
      expect(await leftFor(await under.open(), 'g', 'act_1')).toEqual(['2', '3']);
    });

    it('G6: a handler that decides nothing gets everything again', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 2);
      const delivered = await consume(bus, 'g', 4, () => Promise.resolve());
      expect(delivered.map(textOf)).toEqual(['0', '1', '0', '1']);
      expect(await leftFor(bus, 'g', 'act_1')).toEqual(['0', '1']);
    });

    it('G6: a decision after the end of its handler counts for nothing', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 2);
      const late: (() => void)[] = [];
      await consume(bus, 'g', 4, (batch) => {
        late.splice(0).forEach((decide) => decide());
        late.push(() => batch.decided(batch.records[0]!.offset));
        return Promise.resolve();
      });
      expect(await leftFor(bus, 'g', 'act_1')).toEqual(['0', '1']);
    });

    it('DESIGN 5: run resolves only after the handler ended, and its decisions are kept', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 2);
      const stop = new AbortController();
      const handling = gate();
      const started = gate();
      const order: string[] = [];
      const run = bus
        .commandSource('g')
        .run(async (batch) => {
          started.open();
          await handling.opened;
          expect(batch.signal.aborted).toBe(true);
          batch.decided(batch.records[0]!.offset);
          order.push('handler');
        }, stop.signal)
        .then(() => order.push('run'));
      await started.opened;
      stop.abort();
      handling.open();
      await run;
      expect(order).toEqual(['handler', 'run']);
      expect(await leftFor(bus, 'g', 'act_1')).toEqual(['1']);
    });

    it('DESIGN 5: one batch of a partition at a time, partitions side by side', async () => {
      const bus = await under.open();
      for (let index = 0; index < 16; index += 1) await sendNumbered(bus, `act_${index}`, 1);
      const busy = new Set<number>();
      const all = gate();
      const stop = new AbortController();
      await bus.commandSource('g').run(async (batch) => {
        expect(busy.has(batch.partition)).toBe(false);
        busy.add(batch.partition);
        if (busy.size === bus.partitions) all.open();
        await all.opened;
        await decideAll(batch);
        busy.delete(batch.partition);
        stop.abort();
      }, stop.signal);
      expect(busy.size).toBe(0);
    });

    it('DESIGN 5: groups have offsets of their own', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 3);
      await consume(bus, 'one', 3);
      expect((await consume(bus, 'two', 3)).map(textOf)).toEqual(['0', '1', '2']);
      expect(await leftFor(bus, 'one', 'act_1')).toEqual([]);
    });

    it('DESIGN 5: an abort before or while waiting ends run', async () => {
      const bus = await under.open();
      const stop = new AbortController();
      const waiting = bus.commandSource('g').run(decideAll, stop.signal);
      stop.abort();
      await waiting;
      await bus.commandSource('g').run(decideAll, stop.signal);
    });

    it('DESIGN 5: close ends run after the handler', async () => {
      const bus = await under.open();
      await sendNumbered(bus, 'act_1', 1);
      const source = bus.commandSource('g');
      const seen: InboundRecord[] = [];
      const closed = gate();
      const run = source.run(async (batch) => {
        seen.push(...batch.records);
        const closing = source.close().then(() => closed.open());
        await decideAll(batch);
        void closing;
      }, new AbortController().signal);
      await run;
      await closed.opened;
      expect(seen).toHaveLength(1);
      expect(await leftFor(bus, 'g', 'act_1')).toEqual([]);
    });
  });
}
