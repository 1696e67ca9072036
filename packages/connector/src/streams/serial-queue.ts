import { onAbort } from '../on-abort.js';

/** Thrown to a task whose signal aborted before its turn came; it has not run and never will. */
export class TurnAbandoned extends Error {
  override readonly name = 'TurnAbandoned';
  readonly code = 'connector.turn_abandoned';
}

/** Runs tasks one after the other, in the order they came. A failed task does not stop the next one. */
export class SerialQueue {
  #tail: Promise<void> = Promise.resolve();

  /**
   * Resolves or rejects as `task` does, once all tasks before it have ended. With `signal`, a task that still waits
   * when it aborts is given up at once, so that a stop is not held up by what goes on before it; a running one ends.
   * @throws TurnAbandoned
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new TurnAbandoned('The work was given up before its turn came.'));
      if (signal?.aborted === true) {
        giveUp();
        return;
      }
      const stay = signal === undefined ? undefined : onAbort(signal, giveUp);
      this.#tail = this.#tail.then(async () => {
        stay?.();
        if (signal?.aborted === true) return;
        const running = started(task);
        resolve(running);
        // Its caller hears of a failure; here only the end counts.
        await running.catch(() => undefined);
      });
    });
  }
}

/** So that what a task throws before its first pause rejects too. */
async function started<T>(task: () => Promise<T>): Promise<T> {
  return task();
}
