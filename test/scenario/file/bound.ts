import type { Bound } from './scenario.js';

const TEXT = /^(<=|>=|<|>)(\d+)$/;

/** Whether this is a bound: a whole number from 0, or `<n`, `<=n`, `>n`, `>=n`. */
export function isBound(value: unknown): value is Bound {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return typeof value === 'string' && TEXT.test(value);
}

/** Whether a number is within a bound. */
export function holds(bound: Bound, actual: number): boolean {
  if (typeof bound === 'number') return actual === bound;
  const [, comparison, digits] = TEXT.exec(bound) ?? [];
  const limit = Number(digits);
  switch (comparison) {
    case '<':
      return actual < limit;
    case '<=':
      return actual <= limit;
    case '>':
      return actual > limit;
    case '>=':
      return actual >= limit;
    default:
      throw new Error(`not a bound: ${bound}`);
  }
}
