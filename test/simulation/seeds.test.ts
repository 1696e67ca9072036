import { describe, expect, it } from 'vitest';
import { failureText } from './command/report-text.js';
import { runTask } from './command/run-task.js';

/** `npm run simulate` runs thousands; these few keep it working. */
const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);

describe('simulation', () => {
  it.each(SEEDS)(
    'G1, G3 to G8, G10 to G13 hold in seed %i, which gives the same trace twice',
    async (seed) => {
      const report = await runTask({ seed, full: false, twice: true, trace: false });
      expect(report.violations, failureText(report, false)).toEqual([]);
      expect(report.lines).toBeGreaterThan(50);
    },
  );
});
