/** Runs tasks one after the other, in the order they came. A failed task does not stop the next one. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as `task` does, once all tasks before it have ended. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
