import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onAbort } from './on-abort.js';

describe('waiting for a signal', () => {
  it('C50: a thousand that wait cost one listener, and each is told once', () => {
    const stop = new AbortController();
    let told = 0;
    for (let nth = 0; nth < 1_000; nth += 1) onAbort(stop.signal, () => (told += 1));
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort();
    expect(told).toBe(1_000);
  });

  it('who no longer waits is not told, also when that is decided while others are told', () => {
    const stop = new AbortController();
    const told: string[] = [];
    const leaveFirst = onAbort(stop.signal, () => told.push('first'));
    leaveFirst();
    onAbort(stop.signal, () => {
      told.push('second');
      leaveThird();
    });
    const leaveThird = onAbort(stop.signal, () => told.push('third'));
    stop.abort();
    expect(told).toEqual(['second']);
  });
});
