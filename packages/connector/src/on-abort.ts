/** What to run when a signal aborts; one listener on the signal serves them all. */
const WAITING = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` once when `signal` aborts, unless the returned function was called before. However many wait on one
 * signal, it carries one listener, so a signal that lives as long as the process collects none (C50, G13). The signal
 * has not aborted yet.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const waiting = WAITING.get(signal) ?? listen(signal);
  // A function of its own, so that the same `run` may wait twice.
  const entry = (): void => run();
  waiting.add(entry);
  return () => void waiting.delete(entry);
}

function listen(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  WAITING.set(signal, waiting);
  const aborted = (): void => {
    for (const run of waiting) run();
    waiting.clear();
  };
  signal.addEventListener('abort', aborted, { once: true });
  return waiting;
}
