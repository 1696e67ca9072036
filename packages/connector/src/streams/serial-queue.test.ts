import { describe, expect, it } from 'vitest';
import { SerialQueue, TurnAbandoned } from './serial-queue.js';

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a serial queue', () => {
  it('runs tasks one at a time, in the order they came', async () => {
    const queue = new SerialQueue();
    const first = gate();
    const order: string[] = [];
    const one = queue.run(async () => {
      await first.opened;
      order.push('one');
    });
    const two = queue.run(() => Promise.resolve(order.push('two')));
    first.open();
    await Promise.all([one, two]);
    expect(order).toEqual(['one', 'two']);
  });

  it('a task that fails, at once or later, rejects for its caller alone', async () => {
    const queue = new SerialQueue();
    const later = queue.run(() => Promise.reject(new Error('later')));
    const atOnce = queue.run(() => {
      throw new Error('at once');
    });
    const fine = queue.run(() => Promise.resolve('fine'));
    await expect(later).rejects.toThrow('later');
    await expect(atOnce).rejects.toThrow('at once');
    expect(await fine).toBe('fine');
  });

  it('DESIGN 5: a task whose signal aborts while it waits is given up at once and never runs', async () => {
    const queue = new SerialQueue();
    const first = gate();
    const stop = new AbortController();
    let ran = false;
    const running = queue.run(() => first.opened, stop.signal);
    const waiting = queue.run(() => Promise.resolve((ran = true)), stop.signal);
    await Promise.resolve();
    stop.abort();
    await expect(waiting).rejects.toThrow(TurnAbandoned);
    await expect(queue.run(() => Promise.resolve((ran = true)), stop.signal)).rejects.toThrow(TurnAbandoned);
    first.open();
    await running;
    expect(await queue.run(() => Promise.resolve('after'))).toBe('after');
    expect(ran).toBe(false);
  });
});
