/** Bounds of the wait before records come again, milliseconds. */
export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** From 100 ms to 5 s: short enough that a passing fault is not felt, long enough not to flood a broken store. */
export const DEFAULT_BACK_OFF: BackOff = { firstMs: 100, maxMs: 5_000 };

/** The wait after the given number of setbacks in a row (counted from 0): doubles each time up to the maximum. */
export function backOffMs(setbacks: number, { firstMs, maxMs }: BackOff): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(setbacks, 30));
}
