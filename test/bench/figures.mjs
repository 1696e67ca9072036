import { embedded } from './embedded.mjs';
import { foldOnce, parseOnce, rowsOf } from './fold-stream.mjs';
import { interleave } from './interleave.mjs';
import { startProvider } from './provider.mjs';
import { relay } from './relay.mjs';
import { median, NOISY_SPREAD, summary } from './statistics.mjs';

const SIZE = { runs: 16, events: 200 };
const NS = 1e9;

/** B1: events a second from the provider's stream to the published chunk, against the relay; B10 from the same runs. */
export async function measureB1({ quick, directory }) {
  const often = { rounds: quick ? 3 : 5, warmUps: quick ? 1 : 3, repeats: quick ? 1 : 5 };
  const samples = await throughput(often, {
    relay: (provider) => relay(provider, SIZE),
    embedded: (provider) => embedded(provider, { ...SIZE, directory, batching: true }),
  });
  const what = 'embedded, every commit synced, against the relay';
  const b10 = 'processor time an event in a burst, start calls counted in, against the relay';
  return [
    compare(samples, { id: 'B1', what, target: 0.35, baseline: 'relay', of: 'rate', unit: 'events/s' }),
    compare(samples, {
      id: 'B10',
      what: b10,
      target: 3,
      atMost: true,
      baseline: 'relay',
      of: 'cpu',
      unit: 'us',
    }),
  ];
}

/** B1c: the same against one commit an event. */
export async function measureB1c({ quick, directory }) {
  const often = { rounds: quick ? 2 : 5, warmUps: 1, repeats: 1 };
  const samples = await throughput(often, {
    unbatched: (provider) => embedded(provider, { ...SIZE, directory, batching: false }),
    embedded: (provider) => embedded(provider, { ...SIZE, directory, batching: true }),
  });
  const what = 'batches and group commit, against one commit an event';
  return [
    compare(samples, { id: 'B1c', what, target: 8, baseline: 'unbatched', of: 'rate', unit: 'events/s' }),
  ];
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
  return [verdict({ ...facts, baseline, subject, ratio })];
}

/** Events a second and processor microseconds an event, round by round. */
async function throughput({ rounds, warmUps, repeats }, subjects) {
  const provider = await startProvider(SIZE);
  const total = SIZE.runs * SIZE.events * repeats;
  const sample = (once) => async () => {
    let nanoseconds = 0;
    let cpuMicros = 0;
    for (let nth = 0; nth < repeats; nth += 1) {
      const spent = await once(provider);
      nanoseconds += spent.nanoseconds;
      cpuMicros += spent.cpuMicros;
    }
    return { rate: (total / nanoseconds) * NS, cpu: cpuMicros / total };
  };
  try {
    const measured = Object.fromEntries(Object.entries(subjects).map(([name, once]) => [name, sample(once)]));
    return await interleave(measured, { rounds, warmUps });
  } finally {
    await provider.close();
  }
}

function compare(samples, { id, what, target, atMost = false, baseline, of, unit }) {
  const take = (name) => ({ name, unit, ...summary(samples[name].map((one) => one[of])) });
  const base = take(baseline);
  const subject = take('embedded');
  return verdict({ id, what, target, atMost, baseline: base, subject, ratio: subject.median / base.median });
}

function verdict(figure) {
  const good = figure.atMost ? figure.ratio <= figure.target : figure.ratio >= figure.target;
  const noisy = figure.baseline.spread > NOISY_SPREAD;
  return { ...figure, verdict: noisy ? 'noisy' : good ? 'reached' : 'missed' };
}
