import { bindingStream } from '@aip-hermes/binding';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { newestBindings, type NewestOptions } from './newest-bindings.js';

const HOUR = 3_600_000;

/** A log with these appends in order: Action, event type, hour it was recorded in. */
async function logWith(
  ...appends: readonly (readonly [string, string, number])[]
): Promise<ReturnType<typeof createMemoryEventLog>> {
  const log = createMemoryEventLog({ now: () => 0 });
  for (const [index, [actionId, type, hour]] of appends.entries()) {
    const metadata = { recorded_at: new Date(hour * HOUR).toISOString(), schema_version: 1, projection: {} };
    await log.append(bindingStream(actionId), 'any', [
      {
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        type,
        data: '{}',
        metadata: JSON.stringify(metadata),
      },
    ]);
  }
  return log;
}

async function found(
  log: ReturnType<typeof createMemoryEventLog>,
  options?: NewestOptions,
): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const { actionId, ended } of newestBindings(log, options))
    all.push(`${actionId} ${ended ?? 'open'}`);
  return all;
}

const LIFE = [
  ['act_1', 'OperatorRunRequested', 1],
  ['act_2', 'OperatorRunRequested', 2],
  ['act_2', 'RunFailed', 2],
  ['act_3', 'OperatorRunRequested', 3],
  ['act_1', 'RunCompleted', 3],
  ['act_4', 'OperatorRunRequested', 4],
  ['act_4', 'RunBound', 4],
  ['act_5', 'OperatorRunRequested', 5],
  ['act_5', 'RunOutcomeUnknown', 5],
  ['act_6', 'OperatorRunRequested', 6],
  ['act_6', 'RunCancelled', 6],
] as const;

describe('the newest bindings', () => {
  it.each([1n, 2n, 3n, 20_000n])(
    'B4: come newest first, each with its end if it has one (window %s)',
    async (window) => {
      expect(await found(await logWith(...LIFE), { window })).toEqual([
        'act_6 cancelled',
        'act_5 outcome_unknown',
        'act_4 open',
        'act_3 open',
        'act_2 failed',
        'act_1 completed',
      ]);
    },
  );

  it.each([1n, 4n, 20_000n])('since a time: only those created then or later (window %s)', async (window) => {
    const log = await logWith(...LIFE);
    expect(await found(log, { window, sinceMs: 5 * HOUR })).toEqual([
      'act_6 cancelled',
      'act_5 outcome_unknown',
    ]);
    expect(await found(log, { window, sinceMs: 7 * HOUR })).toEqual([]);
  });

  it('DESIGN 10: no further back in the log than was asked for', async () => {
    const log = await logWith(...LIFE);
    let subscriptions = 0;
    const counted: typeof log = Object.assign(Object.create(log) as typeof log, {
      head: () => log.head(),
      subscribe: (options: Parameters<typeof log.subscribe>[0]) => {
        subscriptions += 1;
        return log.subscribe(options);
      },
    });
    const walk = newestBindings(counted, { window: 2n });
    expect((await walk.next()).value).toEqual({ actionId: 'act_6', ended: 'cancelled' });
    expect(subscriptions).toBe(1);
    await walk.return();
    subscriptions = 0;
    await found(counted, { window: 2n, sinceMs: 5 * HOUR });
    expect(subscriptions).toBe(3);
  });

  it('an empty log has none', async () => {
    expect(await found(await logWith())).toEqual([]);
  });
});
