import { interleave } from '../interleave.mjs';
import { startProvider } from '../provider/provider.mjs';
import { ratioOf } from '../result.mjs';
import { shortRuns } from '../subjects/short-runs.mjs';
import { relayShortRuns } from '../subjects/relay-short-runs.mjs';

const EVENTS = 10;
const PARALLEL = 16;

/** B3: short runs a second (start, ten events, end), sixteen at a time, against the same provider calls alone. */
export async function measureB3({ quick, directory }) {
  const runs = quick ? 64 : 640;
  const size = { runs, parallel: PARALLEL };
  const provider = await startProvider({ mode: 'at_once', events: EVENTS });
  try {
    const subjects = await interleave(
      {
        calls: () => relayShortRuns(provider, size),
        embedded: () => shortRuns(provider, { ...size, directory }),
      },
      { rounds: quick ? 2 : 5, warmUps: quick ? 0 : 1 },
    );
    return [
      ratioOf({
        id: 'B3',
        what: `short runs/s (start, ${EVENTS} events, end), ${PARALLEL} at a time, against the same calls alone`,
        target: 0.25,
        unit: 'runs/s',
        baseline: 'calls',
        subject: 'embedded',
        subjects,
      }),
    ];
  } finally {
    await provider.close();
  }
}
