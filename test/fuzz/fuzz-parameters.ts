import type fc from 'fast-check';

/** Cases of each property unless `FUZZ_RUNS` says otherwise (DESIGN 9.8). */
const DEFAULT_RUNS = 2000;

/** The longest that one property may take, milliseconds; a machine under load is slow. */
export const FUZZ_TIMEOUT_MS = 240_000;

/** Where every property begins unless `FUZZ_SEED` says otherwise, so that a run of the tests can be repeated. */
const DEFAULT_SEED = 20261201;

/**
 * How every property here is run. A failure prints its seed and path. `FUZZ_SEED` begins with another seed, `FUZZ_SEED=random`
 * with a new one each time; `FUZZ_RUNS` asks for more or fewer cases. `casesARun`: one run of the property tries this many.
 */
export function fuzzParameters<T>(casesARun = 1): fc.Parameters<T> {
  const { FUZZ_RUNS, FUZZ_SEED = DEFAULT_SEED } = process.env;
  const cases = FUZZ_RUNS === undefined ? DEFAULT_RUNS : Number(FUZZ_RUNS);
  const numRuns = Math.ceil(cases / casesARun);
  return { numRuns, ...(FUZZ_SEED === 'random' ? {} : { seed: Number(FUZZ_SEED) }) };
}
