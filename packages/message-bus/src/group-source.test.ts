import { describe, expect, it } from 'vitest';
import { ConsumerGroups } from './consumer-groups.js';
import { BusIncompatible, BusUnavailable } from './errors.js';
import { GroupSource } from './group-source.js';
import { News } from './news.js';
import type { BatchHandler, GroupStore } from './partition-loop.js';
import type { InboundRecord } from './port.js';

const record: InboundRecord = {
  topic: 'commands',
  partition: 0,
  offset: 0,
  key: null,
  value: null,
  headers: {},
  timestampMs: 0,
};

/** One record in partition 0 of two; partition 0 fails as told. */
class FailingStore implements GroupStore {
  readonly partitions = 2;
  readonly committed: number[] = [];
  failures: { commands: number; commit: number } = { commands: 0, commit: 0 };

  nextOffset(): number {
    return 0;
  }

  commands(partition: number, from: number): readonly InboundRecord[] {
    if (partition !== 0) return [];
    if (this.failures.commands-- > 0) throw new BusUnavailable('cannot be read');
    return from === 0 ? [record] : [];
  }

  commit(_group: string, _partition: number, next: number): Promise<void> {
    if (this.failures.commit-- > 0) return Promise.reject(new BusUnavailable('cannot be written'));
    this.committed.push(next);
    return Promise.resolve();
  }
}

function sourceOf(store: GroupStore): { source: GroupSource; setbacks: unknown[]; waits: number[] } {
  const setbacks: unknown[] = [];
  const waits: number[] = [];
  const source = new GroupSource({
    group: 'g',
    store,
    news: new News(),
    groups: new ConsumerGroups(store.partitions),
    backOff: { firstMs: 100, maxMs: 5_000 },
    wait: (ms) => Promise.resolve(void waits.push(ms)),
    onSetback: (error) => void setbacks.push(error),
  });
  return { source, setbacks, waits };
}

const never = new AbortController().signal;

describe('GroupSource', () => {
  it('DESIGN 5: a store that fails for a while is waited for', async () => {
    const store = new FailingStore();
    store.failures.commands = 3;
    const { source, waits, setbacks } = sourceOf(store);
    const stop = new AbortController();
    await source.run((batch) => {
      batch.decided(0);
      stop.abort();
      return Promise.resolve();
    }, stop.signal);
    expect(waits).toEqual([100, 200, 400]);
    expect(setbacks).toHaveLength(3);
    expect(store.committed).toEqual([1]);
  });

  it('DESIGN 5: a failed commit is made up for, and the decided record does not come again', async () => {
    const store = new FailingStore();
    store.failures.commit = 2;
    const { source } = sourceOf(store);
    const stop = new AbortController();
    let calls = 0;
    const committing = new Promise<void>((resolve) => {
      const commit = store.commit.bind(store);
      store.commit = async (...offset) => {
        await commit(...offset);
        resolve();
      };
    });
    const run = source.run((batch) => {
      calls += 1;
      batch.decided(0);
      return Promise.resolve();
    }, stop.signal);
    await committing;
    stop.abort();
    await run;
    expect([calls, store.committed]).toEqual([1, [1]]);
  });

  it('G6: a store that is away for hours is waited for, with a bounded pause', async () => {
    const store = new FailingStore();
    store.failures.commands = 5_000;
    const { source, waits } = sourceOf(store);
    const stop = new AbortController();
    const handle: BatchHandler = (batch) => {
      batch.decided(0);
      stop.abort();
      return Promise.resolve();
    };
    await source.run(handle, stop.signal);
    expect([store.committed, waits.length, Math.max(...waits)]).toEqual([[1], 5_000, 5_000]);
  });

  it('an error that no waiting mends ends run, for all partitions', async () => {
    const store = new FailingStore();
    store.commands = () => {
      throw new BusIncompatible('of a newer release');
    };
    const { source } = sourceOf(store);
    await expect(source.run(() => Promise.resolve(), never)).rejects.toBeInstanceOf(BusIncompatible);
    await source.close();
    await expect(source.run(() => Promise.resolve(), never)).rejects.toBeInstanceOf(BusUnavailable);
  });

  it('G6: a decision for an offset outside the batch is refused', async () => {
    const { source, setbacks } = sourceOf(new FailingStore());
    const stop = new AbortController();
    const handle: BatchHandler = (batch) => {
      stop.abort();
      batch.decided(1);
      return Promise.resolve();
    };
    await source.run(handle, stop.signal);
    expect(setbacks).toEqual([expect.any(RangeError)]);
  });
});
