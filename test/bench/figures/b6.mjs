import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProvider } from '../provider/provider.mjs';
import { shareOf } from '../result.mjs';
import { summary } from '../statistics.mjs';
import { startChild } from '../subjects/child.mjs';
import { readStatuses } from '../subjects/read-statuses.mjs';

const MOST_TIMES = 3;
const EXTRA_MS = 300;
const LOOK_MS = 5;

/** B6: from a SIGKILL with so many bound runs until each was polled once, against as many status reads. */
export async function measureB6({ quick, directory }) {
  const runs = quick ? 50 : 1_000;
  const rounds = quick ? 1 : 3;
  const provider = await startProvider({ mode: 'silent', events: 1 });
  const base = { provider: { baseUrl: provider.baseUrl }, slots: runs, keep: true };
  const bare = [];
  const recovered = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const data = mkdtempSync(join(directory, 'killed-'));
      const { streams } = await provider.counts();
      const first = startChild('product', { ...base, data });
      await first.ready();
      await first.ask({ kind: 'open', runs });
      while ((await provider.counts()).streams < streams + runs) await sleep(LOOK_MS);
      bare.push(await readStatuses(provider, runs));
      await first.kill();
      const { reads, starts } = await provider.counts();
      const begun = performance.now();
      const second = startChild('product', { ...base, data });
      await second.ready();
      while ((await provider.counts()).reads < reads + runs) await sleep(LOOK_MS);
      recovered.push(performance.now() - begun);
      await second.kill();
      if ((await provider.counts()).starts !== starts) throw new Error('a run was started again');
    }
  } finally {
    await provider.close();
  }
  return [
    shareOf({
      id: 'B6',
      what: `${runs} bound runs after SIGKILL, process start included, until each was polled: share of ${MOST_TIMES} x status reads + ${EXTRA_MS} ms`,
      values: recovered.map((ms, round) => ms / (MOST_TIMES * bare[round] + EXTRA_MS)),
      baseline: { name: 'reads', unit: 'ms', ...summary(bare) },
      subject: { name: 'recovery', unit: 'ms', ...summary(recovered) },
    }),
  ];
}
