import { describe, expect, it } from 'vitest';
import { scaledClock } from '../clock.js';
import { PROFILES } from '../profiles/profiles.js';
import { Lab } from './lab.js';

const ASKS = {
  name: 'asks',
  turns: [
    { toolCalls: [{ name: 'terminal', arguments: { command: 'rm -r ./build' } }] },
    { chunks: ['went on'] },
  ],
};

describe('4.4, 5.2, 6.5: limits of minutes and hours pass in simulated time', () => {
  it.each(['A', 'B', 'C', 'D'] as const)(
    '%s: nobody answers: refused at the limit, not before',
    async (profile) => {
      const lab = await Lab.start({ profile, scripts: [ASKS], approvalTimeoutMs: 300_000 });
      const runId = await lab.startRun('SCRIPT=asks');
      await lab.clock.advance(299_000);
      expect(await lab.status(runId)).toBe('waiting_for_approval');
      await lab.clock.advance(10_000);
      expect(await lab.status(runId)).toBe('completed');
      await lab.close();
    },
  );

  it('the waits for an answer are 300 s in A, C and D and 60 s in B', () => {
    const limits = Object.values(PROFILES).map(({ name, limits }) => [name, limits.approvalTimeoutMs]);
    expect(limits).toEqual([
      ['A', 300_000],
      ['B', 60_000],
      ['C', 300_000],
      ['D', 300_000],
    ]);
  });

  it.each(['A', 'B', 'C', 'D'] as const)(
    '%s: a finished run is 404 after 3600 s and one sweep',
    async (profile) => {
      const lab = await Lab.start({ profile });
      const runId = await lab.startRun('SCRIPT=plain');
      await lab.clock.advance(3_595_000);
      expect(await lab.status(runId)).toBe('completed');
      await lab.clock.advance(70_000);
      expect(await lab.status(runId)).toBe('404');
      await lab.close();
    },
  );

  it('one factor scales every wait: with 1000 a limit of 300 s is a timer of 300 ms', () => {
    const waits: number[] = [];
    const clock = scaledClock(1000, (_fn, ms) => {
      waits.push(ms);
      return () => undefined;
    });
    for (const limit of [300_000, 3_600_000]) clock.after(limit, () => undefined);
    expect(waits).toEqual([300, 3600]);
  });
});
