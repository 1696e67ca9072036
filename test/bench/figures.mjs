import { embedded } from './embedded.mjs';
import { foldOnce, parseOnce, rowsOf } from './fold-stream.mjs';
import { interleave } from './interleave.mjs';
import { startProvider } from './provider.mjs';
import { relay } from './relay.mjs';
import { median, NOISY_SPREAD, summary } from './statistics.mjs';

const SIZE = { runs: 16, events: 200 };
const NS = 1e9;

/** B1: events a second from the provider's stream to the published chunk, against the relay. */
export function measureB1({ quick, directory }) {
  return throughput(
    { id: 'B1', what: 'embedded, every commit synced, against the relay', target: 0.35, baseline: 'relay' },
    { rounds: quick ? 3 : 5, warmUps: quick ? 1 : 3, repeats: quick ? 1 : 5 },
    {
      relay: (provider) => relay(provider, SIZE),
      embedded: async (provider) =>
        (await embedded(provider, { ...SIZE, directory, batching: true })).nanoseconds,
    },
  );
}

/** B1c: the same against one commit an event. */
export function measureB1c({ quick, directory }) {
  return throughput(
    {
      id: 'B1c',
      what: 'batches and group commit, against one commit an event',
      target: 8,
      baseline: 'unbatched',
    },
    { rounds: quick ? 2 : 5, warmUps: 1, repeats: 1 },
    {
      unbatched: async (provider) =>
        (await embedded(provider, { ...SIZE, directory, batching: false })).nanoseconds,
      embedded: async (provider) =>
        (await embedded(provider, { ...SIZE, directory, batching: true })).nanoseconds,
    },
  );
}

/** B4: the fold of a long stream against `JSON.parse` of the same bytes. */
export async function measureB4({ quick }) {
  const rows = rowsOf(4_096);
  const repeats = quick ? 3 : 15;
  const often = (once) => async () => median(Array.from({ length: repeats }, () => once(rows)));
  const rounds = { rounds: quick ? 3 : 5, warmUps: 2 };
  const times = await interleave({ parse: often(parseOnce), fold: often(foldOnce) }, rounds);
  const baseline = { name: 'JSON.parse', unit: 'ms', ...summary(times.parse) };
  const subject = { name: 'fold', unit: 'ms', ...summary(times.fold) };
  const ratio = subject.median / baseline.median;
  const facts = {
    id: 'B4',
    what: 'fold of 4096 events against JSON.parse of their bytes',
    target: 1.5,
    atMost: true,
  };
  return verdict({ ...facts, baseline, subject, ratio });
}

async function throughput({ id, what, target, baseline }, { rounds, warmUps, repeats }, subjects) {
  const provider = await startProvider(SIZE);
  const total = SIZE.runs * SIZE.events * repeats;
  const perSecond = (once) => async () => {
    let nanoseconds = 0;
    for (let nth = 0; nth < repeats; nth += 1) nanoseconds += await once(provider);
    return (total / nanoseconds) * NS;
  };
  try {
    const measured = Object.fromEntries(
      Object.entries(subjects).map(([name, once]) => [name, perSecond(once)]),
    );
    const rates = await interleave(measured, { rounds, warmUps });
    const base = { name: baseline, unit: 'events/s', ...summary(rates[baseline]) };
    const subject = { name: 'embedded', unit: 'events/s', ...summary(rates.embedded) };
    const ratio = subject.median / base.median;
    return verdict({ id, what, target, atMost: false, baseline: base, subject, ratio });
  } finally {
    await provider.close();
  }
}

function verdict(figure) {
  const good = figure.atMost ? figure.ratio <= figure.target : figure.ratio >= figure.target;
  const noisy = figure.baseline.spread > NOISY_SPREAD;
  return { ...figure, verdict: noisy ? 'noisy' : good ? 'reached' : 'missed' };
}
