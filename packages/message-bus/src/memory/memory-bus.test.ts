import { describe, expect, it } from 'vitest';
import { decideAll, leftFor, sendNumbered } from '../contract/consume.js';
import { gate } from '../contract/gate.js';
import { published } from '../contract/published.js';
import { readAll, textOf } from '../contract/read-all.js';
import { BusUnavailable, CheckpointMoved } from '../errors.js';
import { createMemoryBus } from './memory-bus.js';

const never = new AbortController().signal;

describe('createMemoryBus', () => {
  it('DESIGN 9: faults before a write store nothing, faults after it leave it stored', async () => {
    let fault: 'before' | 'after' | null = null;
    const fail = (at: typeof fault): void => {
      if (fault === at) throw new BusUnavailable(`injected ${at}`);
    };
    const bus = createMemoryBus({ beforeWrite: () => fail('before'), afterWrite: () => fail('after') });
    const sink = bus.projectionSink('0');
    fault = 'before';
    await expect(sink.publish(published(['a']), 'p1', null)).rejects.toThrow('injected before');
    expect(await sink.position()).toBeNull();
    fault = 'after';
    await expect(sink.publish(published(['a']), 'p1', null)).rejects.toThrow('injected after');
    fault = null;
    expect(await sink.position()).toBe('p1');
    await expect(sink.publish(published(['a']), 'p1', null)).rejects.toBeInstanceOf(CheckpointMoved);
    expect((await readAll(bus, 'stream_chunks')).map(textOf)).toEqual(['a']);
  });

  it('DESIGN 9: a delayed write is stored when the delay ends', async () => {
    const delay = gate();
    const bus = createMemoryBus({ beforeWrite: () => delay.opened, now: () => 42 });
    const sending = bus.commandSink.send({ key: 'k', value: Buffer.from('x'), headers: {} });
    expect(await readAll(bus, 'commands')).toEqual([]);
    delay.open();
    await sending;
    expect(await readAll(bus, 'commands')).toMatchObject([{ timestampMs: 42 }]);
  });

  it('DESIGN 5: back-off goes through the injected wait, doubling, and starts anew after progress', async () => {
    const waits: number[] = [];
    const bus = createMemoryBus({ partitions: 1, wait: (ms) => Promise.resolve(void waits.push(ms)) });
    await sendNumbered(bus, 'k', 2);
    const stop = new AbortController();
    let calls = 0;
    await bus.commandSource('g').run((batch) => {
      calls += 1;
      if (calls === 4) {
        batch.decided(0);
        return Promise.resolve();
      }
      if (calls < 6) return Promise.reject(new Error('not now'));
      stop.abort();
      return decideAll(batch);
    }, stop.signal);
    expect(waits).toEqual([100, 200, 400, 100]);
  });

  it('DESIGN 5: what a rejecting handler decided is committed before the back-off', async () => {
    const stop = new AbortController();
    const waiting = gate();
    const bus = createMemoryBus({
      wait: () => {
        crashing.crash();
        waiting.open();
        return Promise.resolve();
      },
    });
    const crashing = bus.reopen();
    await sendNumbered(bus, 'k', 2);
    const run = crashing.commandSource('g').run((batch) => {
      batch.decided(0);
      return Promise.reject(new Error('the log is away'));
    }, stop.signal);
    await waiting.opened;
    await run;
    expect(await leftFor(bus, 'g', 'k')).toEqual(['1']);
  });

  it('G6: the partitions of a crashed process go to another at once, undecided records come again', async () => {
    const bus = createMemoryBus({ partitions: 1 });
    const crashing = bus.reopen();
    await sendNumbered(bus, 'k', 2);
    const handling = gate();
    const started = gate();
    const run = crashing.commandSource('g').run(async (batch) => {
      batch.decided(0);
      started.open();
      await handling.opened;
      await decideAll(batch);
    }, never);
    await started.opened;
    crashing.crash();
    const others: string[] = [];
    const stop = new AbortController();
    await bus.commandSource('g').run((batch) => {
      others.push(...batch.records.map(textOf));
      stop.abort();
      return Promise.resolve();
    }, stop.signal);
    handling.open();
    await run;
    expect(others).toEqual(['0', '1']);
    // What the dead process had not committed counts for nothing.
    expect(await leftFor(bus, 'g', 'k')).toEqual(['0', '1']);
    const sending = crashing.commandSink.send({ key: 'k', value: Buffer.from('x'), headers: {} });
    await expect(sending).rejects.toBeInstanceOf(BusUnavailable);
  });

  it('DESIGN 5: sources of one group share the partitions, each record goes to one of them', async () => {
    const bus = createMemoryBus();
    const stop = new AbortController();
    const delivered = [new Set<string>(), new Set<string>()];
    const all = gate();
    const runs = delivered.map((mine) =>
      bus
        .reopen()
        .commandSource('g')
        .run(async (batch) => {
          for (const record of batch.records) mine.add(record.key ?? '');
          if (delivered.reduce((sum, { size }) => sum + size, 0) === 20) all.open();
          await decideAll(batch);
        }, stop.signal),
    );
    for (let index = 0; index < 20; index += 1) await sendNumbered(bus, `act_${index}`, 1);
    await all.opened;
    stop.abort();
    await Promise.all(runs);
    expect(delivered.every(({ size }) => size > 0)).toBe(true);
  });
});
