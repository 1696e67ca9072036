import { describe, expect, it } from 'vitest';
import { provider } from '../support/happy-run.js';
import { SeededRandom } from '../support/seeded-random.js';
import { Process, World, WORLD_KEY } from '../support/world.js';
import { Bindings } from './model/bindings.js';
import { TerminalWatch } from './model/g4-terminal.js';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

/** One world, two processes that both got the same record, as after a rebalance that the first has not noticed. */
async function race(seed: number): Promise<World> {
  const random = new SeededRandom(seed);
  const options = {
    seed,
    script: provider(),
    faults: {
      beforeAppend: () => new Promise<void>((resolve) => void world.clock.after(random.below(20), resolve)),
      afterAppend: () => new Promise<void>((resolve) => void world.clock.after(random.below(20), resolve)),
    },
  };
  const world: World = new World(options);
  const one = new Process(world, options);
  const other = new Process(world, options);
  await Promise.all([one.connector.start(), other.connector.start()]);
  const value = new TextEncoder().encode(JSON.stringify(world.action('act_1')));
  const record = {
    topic: 'commands',
    partition: 0,
    offset: 0,
    key: null,
    value,
    headers: {},
    timestampMs: 0,
  } as const;
  const { signal } = new AbortController();
  let decided = 0;
  for (const { connector } of [one, other]) {
    world.clock.after(random.below(20), () => {
      const handled = connector.handle({
        partition: 0,
        records: [record],
        decided: () => (decided += 1),
        signal,
      });
      handled.catch((error: unknown) => world.failures.push(error));
    });
  }
  await world.clock.runUntil(() => decided === 2 && one.idle && other.idle);
  return world;
}

describe('two processes with one record', () => {
  it.each(SEEDS)('G1, G4: exactly one of them starts the run (seed %i)', async (seed) => {
    const world = await race(seed);
    expect(world.failures).toEqual([]);
    expect(world.provider.count('POST', /^\/v1\/runs$/)).toBe(1);
    const watch = new TerminalWatch(new Bindings());
    const rows = await world.events('act_1');
    const violations = rows.map((row) => watch.row({ ...row, at: 0, data: {}, metadata: {}, text: '' }));
    expect(violations.filter((violation) => violation !== null)).toEqual([]);
    expect(rows.at(-1)?.type).toBe('RunCompleted');
    expect(JSON.stringify(rows)).not.toContain(WORLD_KEY);
  });
});
