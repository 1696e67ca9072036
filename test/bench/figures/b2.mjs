import { interleave } from '../interleave.mjs';
import { startProvider } from '../provider/provider.mjs';
import { ratioOf, shareOf } from '../result.mjs';
import { median, quantile, summary } from '../statistics.mjs';
import { pacedEmbedded, pacedRelay } from '../subjects/paced.mjs';
import { memberOf } from './burst.mjs';

const PER_SECOND = 200;
const MOST_ADDED_P50_MS = 2;
/** What p99 may add beside three syncs to disk. */
const P99_BASE_MS = 10;
/** How far the relay's own p99 may move between rounds before nothing can be said, milliseconds. */
const NOISE_MS = 5;

/**
 * B2: what the product adds to the latency of an event at 200 events/s a run, with one run and with sixteen, p50 and
 * p99, as a share of what is allowed (the largest of the four counts); B10 paced from the runs with sixteen.
 */
export async function measureB2({ quick, directory, machine }) {
  const events = quick ? 40 : 400;
  const often = { rounds: quick ? 2 : 5, warmUps: quick ? 0 : 1 };
  const allowed = { p50: MOST_ADDED_P50_MS, p99: 3 * machine.fdatasync_ms.p99 + P99_BASE_MS };
  const cells = [];
  let paced;
  for (const runs of [1, 16]) {
    const provider = await startProvider({ mode: 'paced', events, perSecond: PER_SECOND });
    try {
      const size = { runs, events, directory };
      paced = await interleave(
        { relay: () => pacedRelay(provider, size), embedded: () => pacedEmbedded(provider, size) },
        often,
      );
    } finally {
      await provider.close();
    }
    for (const part of ['p50', 'p99']) cells.push(cellOf(paced, { runs, part, allowed: allowed[part] }));
  }
  const worst = cells.reduce((one, other) => (median(other.shares) > median(one.shares) ? other : one));
  return [
    shareOf({
      id: 'B2',
      what: `added latency an event at ${PER_SECOND} events/s a run, as a share of what is allowed: the worst of ${cells.length}`,
      values: worst.shares,
      baseline: worst.relay,
      subject: worst.embedded,
      noisy: worst.noisy,
      details: cells.map(({ runs, part, added, allowed: most }) => ({
        text: `${runs} run(s), ${part}: ${added.toFixed(2)} ms added, ${most.toFixed(2)} ms allowed`,
        runs,
        part,
        added_ms: added,
        allowed_ms: most,
      })),
    }),
    ratioOf({
      id: 'B10-paced',
      what: 'processor time an event at 200 events/s a run, 16 runs, against the relay',
      target: 5,
      atMost: true,
      unit: 'us',
      baseline: 'relay',
      subject: 'embedded',
      subjects: memberOf(paced, 'cpu'),
    }),
  ];
}

const PARTS = { p50: 0.5, p99: 0.99 };

function cellOf(samples, { runs, part, allowed }) {
  const of = (name) => samples[name].map(({ latencies }) => quantile(latencies, PARTS[part]));
  const relay = of('relay');
  const added = of('embedded').map((value, round) => Math.max(0, value - relay[round]));
  return {
    runs,
    part,
    allowed,
    added: median(added),
    shares: added.map((value) => value / allowed),
    relay: { name: 'relay', unit: 'ms', ...summary(relay) },
    embedded: { name: 'embedded', unit: 'ms', ...summary(of('embedded')) },
    noisy: Math.max(...relay) - Math.min(...relay) > NOISE_MS,
  };
}
