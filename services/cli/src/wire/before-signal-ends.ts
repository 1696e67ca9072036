const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does some work before a signal ends this process, which it then does as it would have without. Call what it returns
 * when the work is not needed any more.
 */
export function beforeSignalEnds(work: () => void): () => void {
  const forget = (): void => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
  const listener = (signal: NodeJS.Signals): void => {
    forget();
    work();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return forget;
}
