import { setTimeout as sleep } from 'node:timers/promises';
import { startProvider } from '../provider/provider.mjs';
import { shareOf } from '../result.mjs';
import { quantile } from '../statistics.mjs';
import { embedded } from '../subjects/embedded.mjs';
import { flood } from '../subjects/flood.mjs';
import { pacedEmbedded, pacedRelay } from '../subjects/paced.mjs';

const TIMES_SUSTAINABLE = 4;
const STREAMS = 64;
const EVENTS_A_RUN = 2_000;
const MOST_BYTES = 512 * 1_048_576;
const BACK_WITHIN_MS = 5_000;
const MOST_ADDED_P50_MS = 2;

/**
 * B11: a provider that offers four times what the product can take, for a minute. Counts: memory, that nothing is lost
 * (checked, not measured: it throws), and that a paced run five seconds later is as quick as B2 asks.
 */
export async function measureB11({ quick, directory }) {
  const rate = await sustainable(directory, quick);
  const offered = TIMES_SUSTAINABLE * rate;
  const provider = await startProvider({
    mode: 'paced',
    events: EVENTS_A_RUN,
    perSecond: offered / STREAMS,
  });
  let flooded;
  try {
    flooded = await flood(provider, {
      directory,
      streams: STREAMS,
      events: EVENTS_A_RUN,
      forMs: quick ? 2_000 : 60_000,
    });
  } finally {
    await provider.close();
  }
  await sleep(quick ? 100 : BACK_WITHIN_MS);
  const added = await addedLatency(directory, quick);
  const mib = (value) => value / 1_048_576;
  const shares = [
    { name: `MiB more than at rest (peak)`, value: mib(flooded.grownBytes), most: mib(MOST_BYTES) },
    { name: 'ms added at p50 afterwards', value: added, most: MOST_ADDED_P50_MS },
  ];
  return [
    shareOf({
      id: 'B11',
      what: `${Math.round(offered)} events/s offered, ${TIMES_SUSTAINABLE} x what is sustainable; ${flooded.runs} runs, nothing lost: the largest share of its bounds`,
      values: [Math.max(...shares.map(({ value, most }) => value / most))],
      baseline: { name: 'offered', unit: 'events/s', median: offered, spread: 0 },
      subject: { name: 'embedded', unit: 'events/s', median: flooded.rate, spread: 0 },
      details: shares.map(({ name, value, most }) => ({
        text: `${value.toFixed(2)} ${name}, at most ${most}`,
        name,
        value,
        most,
      })),
    }),
  ];
}

async function sustainable(directory, quick) {
  const size = { runs: 16, events: quick ? 50 : 200 };
  const provider = await startProvider({ mode: 'gated', gate: size.runs, events: size.events });
  try {
    const rates = [];
    for (let round = 0; round < (quick ? 1 : 5); round += 1) {
      const { nanoseconds } = await embedded(provider, { ...size, directory });
      rates.push((size.runs * size.events * 1e9) / nanoseconds);
    }
    return quantile(rates, 0.5);
  } finally {
    await provider.close();
  }
}

async function addedLatency(directory, quick) {
  const size = { runs: 1, events: quick ? 40 : 400 };
  const provider = await startProvider({ mode: 'paced', events: size.events, perSecond: 200 });
  try {
    const bare = await pacedRelay(provider, size);
    const through = await pacedEmbedded(provider, { ...size, directory });
    return Math.max(0, quantile(through.latencies, 0.5) - quantile(bare.latencies, 0.5));
  } finally {
    await provider.close();
  }
}
