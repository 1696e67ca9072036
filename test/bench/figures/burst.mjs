import { interleave } from '../interleave.mjs';
import { startProvider } from '../provider/provider.mjs';

/** Runs and events of B1, B1c and the burst of B10 (DESIGN 10). */
export const BURST = { runs: 16, events: 200 };

const NS = 1e9;

/** Events a second and processor microseconds an event of each subject, round by round. */
export async function burst({ rounds, warmUps, repeats }, subjects) {
  const provider = await startProvider({ mode: 'gated', gate: BURST.runs, events: BURST.events });
  const total = BURST.runs * BURST.events * repeats;
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

/** One member of every sample, by subject. */
export function memberOf(samples, member) {
  return Object.fromEntries(
    Object.entries(samples).map(([name, values]) => [name, values.map((value) => value[member])]),
  );
}
