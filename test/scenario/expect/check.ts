import { holds } from '../file/bound.js';
import type { Bound, ExpectationName, Expectations } from '../file/scenario.js';
import type { Ending } from './ending.js';

/** Looks whether an expectation is true; what is wrong otherwise, to be put behind the expectation's name. */
export type Check<T> = (ending: Ending, expected: T) => string | null;

/** A table of checks for some expectations. */
export type ChecksOf<K extends ExpectationName> = {
  readonly [P in K]: Check<NonNullable<Expectations[P]>>;
};

/** A number within a bound. */
export function within(actual: number, bound: Bound): string | null {
  return holds(bound, actual) ? null : `is ${actual}, expected ${bound}`;
}

/** The very same value, as JSON says it. */
export function same(actual: unknown, expected: unknown): string | null {
  const [is, wanted] = [shown(actual), shown(expected)];
  return JSON.stringify(actual) === JSON.stringify(expected) ? null : `is ${is}, expected ${wanted}`;
}

/** The same check for each entry of a map; the first that is wrong, with its key. */
export function forEach<T>(
  expected: Readonly<Record<string, T>>,
  check: (key: string, value: T) => string | null,
): string | null {
  for (const [key, value] of Object.entries(expected)) {
    const wrong = check(key, value);
    if (wrong !== null) return `of ${key} ${wrong}`;
  }
  return null;
}

/** A check of a number against a bound. */
export function bounded(actual: (ending: Ending) => number): Check<Bound> {
  return (ending, expected) => within(actual(ending), expected);
}

/** A check of a value that must be the very same. */
export function exactly<T>(actual: (ending: Ending) => unknown): Check<T> {
  return (ending, expected) => same(actual(ending), expected);
}

/** Values in a message are cut to this many characters. */
const MOST_SHOWN = 400;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
}
