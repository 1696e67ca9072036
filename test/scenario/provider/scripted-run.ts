/** What the provider knows of one run. */
export class ScriptedRun {
  /** From 1, by order of the start requests; null for a run that no start request began. */
  readonly number: number | null;
  /** What `$run` stands for. */
  id: string;
  /** Monotonic time at which the start request was answered; until then, of its arrival. */
  answeredAtMs: number;
  approvalCalls = 0;
  stopCalls = 0;
  /** Chunks with an `event` that were written on its event streams. */
  framesSent = 0;
  readonly #waiting = new Set<() => void>();

  constructor(number: number | null, id: string, atMs: number) {
    this.number = number;
    this.id = id;
    this.answeredAtMs = atMs;
  }

  /** Counts a call that chunks may wait for. */
  called(what: 'approval' | 'stop'): void {
    if (what === 'approval') this.approvalCalls += 1;
    else this.stopCalls += 1;
    for (const look of [...this.#waiting]) look();
  }

  /** Resolves when a condition over its calls holds, or at once when `ended` says that nobody waits any more. */
  until(condition: () => boolean, ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition() && !ended.aborted) return;
        this.#waiting.delete(look);
        ended.removeEventListener('abort', look);
        resolve();
      };
      this.#waiting.add(look);
      ended.addEventListener('abort', look);
      look();
    });
  }
}
