import { setTimeout as sleep } from 'node:timers/promises';
import { startProvider } from '../provider/provider.mjs';
import { shareOf } from '../result.mjs';
import { startChild } from '../subjects/child.mjs';

const MOST_BYTES = 40 * 1_024;
const MOST_TIMES_BARE = 2.5;
const MOST_CPU = 0.01;
const CPU_WINDOW_MS = 5_000;
const OPEN_TIMEOUT_MS = 300_000;
const LOOK_MS = 100;

/**
 * B5: resident memory per quiet open run and processor use, against bare streams of the same client; the largest share of
 * the three bounds counts. One measurement: five thousand streams take their time to open.
 */
export async function measureB5({ quick, directory }) {
  const runs = quick ? 100 : 5_000;
  const bare = await quiet('bare', runs, {});
  const product = await quiet('product', runs, { directory, slots: runs });
  const shares = [
    { name: 'times bare streams', value: product.perRun / bare.perRun, most: MOST_TIMES_BARE },
    { name: 'KiB a run', value: product.perRun / 1_024, most: MOST_BYTES / 1_024 },
    { name: 'of a core', value: product.cpu, most: MOST_CPU },
  ];
  const kib = (name, perRun) => ({ name, unit: 'KiB', median: perRun / 1_024, spread: 0 });
  return [
    shareOf({
      id: 'B5',
      what: `memory a quiet open run at ${runs}, and processor use: the largest share of its bounds`,
      values: [Math.max(...shares.map(({ value, most }) => value / most))],
      baseline: kib('bare', bare.perRun),
      subject: kib('embedded', product.perRun),
      details: shares.map(({ name, value, most }) => ({
        text: `${value.toFixed(3)} ${name}, at most ${most}`,
        name,
        value,
        most,
      })),
    }),
  ];
}

async function quiet(what, runs, options) {
  const provider = await startProvider({ mode: 'silent', events: 1 });
  const child = startChild(what, { ...options, provider: { baseUrl: provider.baseUrl } }, OPEN_TIMEOUT_MS);
  try {
    await child.ready();
    const before = (await child.ask({ kind: 'memory' })).value;
    await child.ask({ kind: 'open', runs });
    while ((await provider.counts()).streams < runs) await sleep(LOOK_MS);
    const after = (await child.ask({ kind: 'memory' })).value;
    const { value: cpu } = await child.ask({ kind: 'cpu', ms: CPU_WINDOW_MS });
    return { perRun: (after - before) / runs, cpu };
  } finally {
    await child.kill();
    await provider.close();
  }
}
