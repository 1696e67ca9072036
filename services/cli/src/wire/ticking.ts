/** Between two calls, milliseconds. */
const TICK_MS = 200;

/** Waits for work and calls `tick` now and then meanwhile; its result and its failure are those of the work. */
export async function ticking<T>(work: Promise<T>, tick: () => void): Promise<T> {
  const timer = setInterval(tick, TICK_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
