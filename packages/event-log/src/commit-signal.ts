/** Wakes those who wait for the log to grow. */
export class CommitSignal {
  readonly #waiting = new Set<() => void>();

  /** Wakes everyone who waits now. */
  notify(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /**
   * Resolves at the next `notify` or on abort. `poll` may start a timer of its own, which
   * wakes later (not at once), and returns how to stop it.
   */
  wait(signal: AbortSignal, poll?: (wake: () => void) => () => void): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        stopPoll?.();
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
      const stopPoll = poll?.(wake);
    });
  }
}
