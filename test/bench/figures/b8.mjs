import { interleave } from '../interleave.mjs';
import { startProvider } from '../provider/provider.mjs';
import { ratioOf, shareOf } from '../result.mjs';
import { summary } from '../statistics.mjs';
import { fillLog } from '../subjects/fill-log.mjs';
import { openingMs, runsOn } from '../subjects/on-history.mjs';

const FEW = 1_000;
const MANY = 100_000;
const MOST_TIMES = 1.2;
const EXTRA_MS = 200;
const RUNS = 320;

/** B8: cost of a short run, and time to start, with many finished bindings behind it, against few. */
export async function measureB8({ quick, directory }) {
  const sizes = quick ? { few: 100, many: 1_000 } : { few: FEW, many: MANY };
  const provider = await startProvider({ mode: 'at_once', events: 10 });
  try {
    const few = await fillLog(directory, sizes.few);
    const many = await fillLog(directory, sizes.many);
    // The first opening publishes what was filled in and writes the snapshot that every later one starts from.
    for (const data of [few, many]) await openingMs(provider, data, { publish: true });
    const often = { rounds: quick ? 2 : 5, warmUps: quick ? 0 : 1 };
    const opened = await interleave(
      { few: () => openingMs(provider, few), many: () => openingMs(provider, many) },
      often,
    );
    const runs = quick ? 32 : RUNS;
    const cost = await interleave(
      { few: () => runsOn(provider, few, runs), many: () => runsOn(provider, many, runs) },
      often,
    );
    return [
      ratioOf({
        id: 'B8',
        what: `time a short run with ${sizes.many} finished bindings in the log, against ${sizes.few}`,
        target: MOST_TIMES,
        atMost: true,
        unit: 'ms',
        baseline: 'few',
        subject: 'many',
        subjects: cost,
      }),
      shareOf({
        id: 'B8-start',
        what: `opening the product with ${sizes.many} finished bindings: share of ${MOST_TIMES} x ${sizes.few} + ${EXTRA_MS} ms`,
        values: opened.many.map((ms, round) => ms / (MOST_TIMES * opened.few[round] + EXTRA_MS)),
        baseline: { name: 'few', unit: 'ms', ...summary(opened.few) },
        subject: { name: 'many', unit: 'ms', ...summary(opened.many) },
      }),
    ];
  } finally {
    await provider.close();
  }
}
