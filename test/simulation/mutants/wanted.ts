import { parseArgs } from 'node:util';

const DEFAULT_SECONDS = 170;
const MOST_SECONDS = 86_400;
const DEFAULT_JOBS = 2;
const MOST_JOBS = 64;

/** What stands on the command line. */
export interface Wanted {
  /** Names of mutants; empty: all. */
  readonly only: readonly string[];
  /** Real time for everything. */
  readonly seconds: number;
  readonly jobs: number;
  readonly json: boolean;
  readonly help: boolean;
}

/** Reads the command line; a text says what is wrong with it. */
export function wantedOf(words: readonly string[], names: readonly string[]): Wanted | string {
  try {
    return checked(words, names);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return error.message;
    throw error;
  }
}

function checked(words: readonly string[], names: readonly string[]): Wanted {
  const { values } = parseArgs({
    args: [...words],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      seconds: { type: 'string', default: String(DEFAULT_SECONDS) },
      jobs: { type: 'string', default: String(DEFAULT_JOBS) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { only, json, help } = values;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new RangeError(`there is no mutant ${unknown}`);
  const seconds = wholeOf('seconds', values.seconds, MOST_SECONDS);
  return { only, seconds, jobs: wholeOf('jobs', values.jobs, MOST_JOBS), json, help };
}

function wholeOf(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most)
    throw new RangeError(`--${name} is a whole number from 1 to ${most}, not ${text}`);
  return value;
}
