import { parseArgs } from 'node:util';

/** Seeds that are run when nothing says how many. */
const DEFAULT_SEEDS = 200;
const MOST_SEEDS = 10_000_000;
const MOST_SECONDS = 86_400;
const MOST_JOBS = 64;

/** What stands on the command line. */
export interface Wanted {
  readonly first: number;
  readonly seeds: number;
  /** Real time after which no further seed is begun; null: no limit. */
  readonly seconds: number | null;
  readonly jobs: number;
  readonly full: boolean;
  readonly twice: boolean;
  readonly json: boolean;
  readonly trace: boolean;
  /** Per cent of the seeds in which everything must have occurred; null: not judged. */
  readonly minShare: number | null;
  readonly help: boolean;
}

/** Reads the command line; a text says what is wrong with it. */
export function wantedOf(words: readonly string[], cores: number): Wanted | string {
  try {
    return checked(words, cores);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return error.message;
    throw error;
  }
}

function checked(words: readonly string[], cores: number): Wanted {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      seconds: { type: 'string' },
      jobs: { type: 'string' },
      'min-share': { type: 'string' },
      full: { type: 'boolean', default: false },
      twice: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const seconds = values.seconds === undefined ? null : numberOf('seconds', values.seconds, MOST_SECONDS);
  const minShare = values['min-share'] === undefined ? null : numberOf('min-share', values['min-share'], 100);
  const first = values.seed === undefined ? 1 : wholeOf('seed', values.seed, 2 ** 31);
  const unsaid = seconds !== null ? MOST_SEEDS : values.seed !== undefined ? 1 : DEFAULT_SEEDS;
  const seeds = values.seeds === undefined ? unsaid : wholeOf('seeds', values.seeds, MOST_SEEDS);
  const jobs =
    values.jobs === undefined ? Math.min(cores, MOST_JOBS) : wholeOf('jobs', values.jobs, MOST_JOBS);
  const { full, twice, json, trace, help } = values;
  if (trace && seeds !== 1) throw new RangeError('--trace is for a single seed: give --seed');
  return { first, seeds, seconds, jobs: Math.min(jobs, seeds), full, twice, json, trace, minShare, help };
}

function wholeOf(name: string, text: string, most: number): number {
  const value = numberOf(name, text, most);
  if (!Number.isInteger(value)) throw new RangeError(`--${name} is a whole number, not ${text}`);
  return value;
}

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > most)
    throw new RangeError(`--${name} is a number above 0 and at most ${most}, not ${text}`);
  return value;
}
