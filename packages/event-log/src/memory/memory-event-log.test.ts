import { describe, expect, it } from 'vitest';
import { someEvents } from '../contract/given-events.js';
import { eventLogContract } from '../contract/index.js';
import { AmbiguousAppend, LogUnavailable } from '../errors.js';
import { createMemoryEventLog } from './index.js';

eventLogContract('memory', async () => {
  let time = 1_000;
  const log = createMemoryEventLog({ now: () => time });
  return {
    log,
    advance: (ms) => {
      time += ms;
    },
    dispose: () => log.close(),
  };
});

describe('the identity of the memory log', () => {
  it('is given, or one that no other log of the process has', async () => {
    expect(await createMemoryEventLog({ identity: 'log-a' }).identity()).toBe('log-a');
    const [one, two] = [createMemoryEventLog(), createMemoryEventLog()];
    expect(await one.identity()).not.toBe(await two.identity());
  });
});

describe('faults of the memory log', () => {
  it('an append that fails before writes nothing, one that fails after has written', async () => {
    let fail: 'before' | 'after' | undefined;
    const log = createMemoryEventLog({
      faults: {
        beforeAppend: () => {
          if (fail === 'before') throw new LogUnavailable('away');
        },
        afterAppend: () => {
          if (fail === 'after') throw new AmbiguousAppend('cut off');
        },
      },
    });
    const events = someEvents(2);
    fail = 'before';
    await expect(log.append('s-1', 'no_stream', events)).rejects.toThrow(LogUnavailable);
    expect(await log.read('s-1')).toEqual([]);
    fail = 'after';
    await expect(log.append('s-1', 'no_stream', events)).rejects.toThrow(AmbiguousAppend);
    fail = undefined;
    expect(await log.append('s-1', 'no_stream', events)).toMatchObject({ kind: 'appended', revision: 1 });
    expect(await log.read('s-1')).toHaveLength(2);
  });

  it('an append can be held while others pass, and close waits for it', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const log = createMemoryEventLog({
      faults: { beforeAppend: (stream) => (stream === 'held-1' ? held : undefined) },
    });
    const order: string[] = [];
    const slow = log.append('held-1', 'no_stream', someEvents(1)).then(() => order.push('held'));
    await log.append('free-1', 'no_stream', someEvents(1)).then(() => order.push('free'));
    const closed = log.close().then(() => order.push('closed'));
    release();
    await Promise.all([slow, closed]);
    expect(order).toEqual(['free', 'held', 'closed']);
  });

  it('answers within microtasks', async () => {
    const log = createMemoryEventLog();
    let answered = false;
    void log.append('s-1', 'no_stream', someEvents(1)).then(() => (answered = true));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(answered).toBe(true);
  });
});
