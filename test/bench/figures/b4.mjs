import { interleave } from '../interleave.mjs';
import { ratioOf } from '../result.mjs';
import { median } from '../statistics.mjs';
import { foldOnce, parseOnce, rowsOf } from '../subjects/fold-stream.mjs';

const EVENTS = 4_096;

/** B4: the fold of a long stream against `JSON.parse` of the same bytes. */
export async function measureB4({ quick }) {
  const rows = rowsOf(EVENTS);
  const repeats = quick ? 3 : 15;
  const often = (once) => async () => median(Array.from({ length: repeats }, () => once(rows)));
  const rounds = { rounds: quick ? 3 : 5, warmUps: 2 };
  const subjects = await interleave({ parse: often(parseOnce), fold: often(foldOnce) }, rounds);
  return [
    ratioOf({
      id: 'B4',
      what: `fold of ${EVENTS} events from rows in memory, against JSON.parse of their bytes`,
      target: 1.5,
      atMost: true,
      unit: 'ms',
      baseline: 'parse',
      subject: 'fold',
      subjects,
    }),
  ];
}
