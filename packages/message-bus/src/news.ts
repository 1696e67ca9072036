/**
 * Wakes those who wait for new records. A waiter names the version it saw before it looked, so news that comes
 * between its look and its wait is never lost.
 */
export class News {
  readonly #waiting = new Set<() => void>();
  #version = 0;

  /** Counts up with every piece of news. */
  get version(): number {
    return this.#version;
  }

  /** True while somebody waits. */
  get awaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves when there is news after `seen`, or when `signal` aborts; never rejects. */
  wait(seen: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#version !== seen) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  /** Something may be new. */
  wake(): void {
    this.#version += 1;
    for (const done of [...this.#waiting]) done();
  }
}
