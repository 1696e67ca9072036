import { LogUnavailable } from '../errors.js';

/** Appends that wait for their commit hold at most this many bytes; more are refused at once. */
export const MAX_PENDING_BYTES = 64 * 1_048_576;

/** One commit takes about this many bytes, so that a long queue does not hold the event loop for long. */
const MAX_COMMIT_BYTES = 4 * 1_048_576;

/** What costs a waiting piece of work besides its text. */
const WORK_OVERHEAD_BYTES = 256;

/** A piece of work for the next commit. */
export interface Work {
  /** Bytes of the append; `undefined` for work that is no append. */
  readonly appendBytes: number | undefined;
  /** Runs inside the transaction; what it returns delivers the answer once the commit is synced. */
  run(): () => void;
  /** The transaction failed as a whole, nothing of it was written. */
  fail(error: unknown): void;
}

/**
 * Group commit: everything that was added in one turn of the event loop goes into one commit, in order. There is no
 * timer: a lone append is committed in the same turn.
 */
export class CommitQueue {
  readonly #commit: (batch: readonly Work[]) => void;
  readonly #group: boolean;
  #pending: Work[] = [];
  #pendingBytes = 0;
  #scheduled = false;

  constructor(commit: (batch: readonly Work[]) => void, group: boolean) {
    this.#commit = commit;
    this.#group = group;
  }

  add(work: Work): void {
    const bytes = costOf(work);
    if (this.#pendingBytes + bytes > MAX_PENDING_BYTES) {
      const text = `More than ${MAX_PENDING_BYTES} bytes wait to be written. Nothing was written; slow down and retry.`;
      work.fail(new LogUnavailable(text));
      return;
    }
    this.#pending.push(work);
    this.#pendingBytes += bytes;
    this.#schedule();
  }

  /** Commits all that waits, now. */
  drain(): void {
    while (this.#pending.length > 0) this.#commit(this.#take());
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#pending.length === 0) return;
      this.#commit(this.#take());
      if (this.#pending.length > 0) this.#schedule();
    });
  }

  #take(): readonly Work[] {
    let bytes = 0;
    let count = 0;
    for (const work of this.#pending) {
      if (count > 0 && (!this.#group || bytes + costOf(work) > MAX_COMMIT_BYTES)) break;
      bytes += costOf(work);
      count += 1;
    }
    this.#pendingBytes -= bytes;
    return this.#pending.splice(0, count);
  }
}

function costOf(work: Work): number {
  return WORK_OVERHEAD_BYTES + (work.appendBytes ?? 0);
}
