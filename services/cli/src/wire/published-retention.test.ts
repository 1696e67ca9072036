import type { Surroundings } from '@aip-hermes/connector';
import { BusUnavailable } from '@aip-hermes/message-bus';
import { expect, it } from 'vitest';
import { startPublishedRetention } from './published-retention.js';

const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function nothing(): void {
  // nobody reads it
}

/** Time goes as fast as it is waited for; `looked` stops it after so many waits. */
function surroundings(waits: number[], looked: () => void): Surroundings {
  return {
    clock: { now: () => 1_000_000, monotonic: () => 0 },
    timers: {
      after: (ms, run) => {
        waits.push(ms);
        if (waits.length >= 4) looked();
        else queueMicrotask(run);
        return nothing;
      },
    },
    ids: { uuid: () => '' },
    log,
  };
}

it('G13: removes a little at a time while there is more, then looks now and then; a bus that is away is tried again', async () => {
  const answers = [
    () => ({ removed: 200, more: true }),
    () => ({ removed: 3, more: false }),
    () => {
      throw new BusUnavailable('full');
    },
  ];
  const before: number[] = [];
  const waits: number[] = [];
  let looked = nothing;
  const done = new Promise<void>((resolve) => {
    looked = resolve;
  });
  const bus = {
    removePublished: async (beforeMs: number) => {
      before.push(beforeMs);
      return answers.shift()?.() ?? { removed: 0, more: false };
    },
  };
  const retention = startPublishedRetention(
    bus,
    400_000,
    surroundings(waits, () => looked()),
  );
  await done;
  await retention.stop();
  expect(before).toEqual([600_000, 600_000, 600_000]);
  expect(waits).toEqual([60_000, 20, 60_000, 60_000]);
});

it('removes nothing unless it is asked to', async () => {
  const removePublished = (): never => {
    throw new Error('removed');
  };
  await startPublishedRetention({ removePublished }, 0, surroundings([], nothing)).stop();
});
