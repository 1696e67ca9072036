import type { SimulatorClock } from '../clock.js';
import { pythonJson, type JsonObject } from '../json.js';

/** Events kept for replay (15). */
export const KEPT_EVENTS = 1000;

/** What a reader gets at its place: a frame, the end, or nothing for the whole wait. */
export type LogItem =
  | { readonly kind: 'frame'; readonly text: string; readonly seq: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'nothing' };

/** The replayable stream of profile D: numbered events, every reader at its own place (5.1, 15). */
export class ReplayLog {
  readonly #clock: SimulatorClock;
  #frames: string[] = [];
  /** Number of the first kept event. */
  #oldest = 0;
  #ended = false;
  readonly #waiters = new Set<() => void>();

  constructor(clock: SimulatorClock) {
    this.#clock = clock;
  }

  get oldest(): number {
    return this.#oldest;
  }

  /** Number the next event will get. */
  get next(): number {
    return this.#oldest + this.#frames.length;
  }

  append(body: JsonObject): void {
    const seq = this.next;
    this.#frames.push(`id: ${seq}\ndata: ${pythonJson({ ...body, seq })}\n\n`);
    if (this.#frames.length > KEPT_EVENTS) {
      this.#frames.shift();
      this.#oldest += 1;
    }
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The event numbered `seq`, or the oldest kept one after it; waits at most `timeoutMs` for one. */
  async take(seq: number, timeoutMs: number): Promise<LogItem> {
    const item = this.#at(seq);
    if (item.kind !== 'nothing') return item;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#waiters.delete(done);
        cancel();
        resolve();
      };
      const cancel = this.#clock.after(timeoutMs, done);
      this.#waiters.add(done);
    });
    return this.#at(seq);
  }

  #at(wanted: number): LogItem {
    const seq = Math.max(wanted, this.#oldest);
    const text = this.#frames[seq - this.#oldest];
    if (text !== undefined) return { kind: 'frame', text, seq };
    return this.#ended ? { kind: 'end' } : { kind: 'nothing' };
  }

  #wake(): void {
    for (const waiter of [...this.#waiters]) waiter();
  }
}
