import { afterAll, describe, expect, it } from 'vitest';
import { EXPECTED_KINDS } from './expected-kinds.js';
import { runSeed, type SeedRun } from './run-seed.js';

/** `SEEDS=n` runs more of them. */
const SEEDS = Number(process.env['SEEDS'] ?? 50);
const TAIL_LINES = 60;
const wanted = process.env['SEED'];
const seeds =
  wanted === undefined ? Array.from({ length: SEEDS }, (_, index) => index + 1) : [Number(wanted)];

const totals = new Map<string, number>();

function explain(seed: number, { trace, violations }: SeedRun): string {
  const said = violations.map(({ guarantee, why }) => `${guarantee}: ${why}`).join('\n');
  const replay = `SEED=${seed} npx vitest run test/simulation`;
  return `seed ${seed} (${replay})\n${said}\n--- the last ${TAIL_LINES} of ${trace.lines.length} lines\n${trace.tail(TAIL_LINES)}`;
}

describe('simulation', () => {
  it.each(seeds)(
    'G1, G3 to G8, G10 to G12 hold in seed %i, which gives the same trace twice',
    async (seed) => {
      const first = await runSeed(seed);
      for (const [kind, count] of first.trace.kinds) totals.set(kind, (totals.get(kind) ?? 0) + count);
      if (first.violations.length > 0) expect.fail(explain(seed, first));
      const second = await runSeed(seed);
      const differs = first.trace.lines.findIndex((line, index) => line !== second.trace.lines[index]);
      if (differs >= 0 || first.trace.lines.length !== second.trace.lines.length) {
        expect.fail(
          `seed ${seed}: the traces differ at line ${differs}:\n${first.trace.lines[differs]}\n${second.trace.lines[differs]}`,
        );
      }
    },
  );

  it.skipIf(wanted !== undefined)('every kind of fault, command and event occurred', () => {
    expect(EXPECTED_KINDS.filter((kind) => !totals.has(kind))).toEqual([]);
  });

  afterAll(() => {
    const table = [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${kind} ${count}`);
    process.stdout.write(`simulation, occurrences over ${seeds.length} seeds: ${table.join(', ')}\n`);
  });
});
