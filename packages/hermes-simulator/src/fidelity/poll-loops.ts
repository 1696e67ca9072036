import { settle } from './manual-clock.js';
import type { Mask } from './mask.js';
import { RawExchange } from './raw-exchange.js';
import type { TranscriptLine } from './transcript-line.js';

/** One difference a test can look at: what was recorded and what the simulator did at the same place. */
export interface Compared {
  readonly place: string;
  readonly recorded: unknown;
  readonly simulated: unknown;
}

const ENDED = /"status": "(completed|failed|cancelled)"/;

/** The polling loops of a scenario: the simulator is asked after every step of its clock. */
export class PollLoops {
  readonly #loops = new Map<number, { readonly path: string; readonly answers: string[] }>();
  readonly #key: string;
  readonly #mask: Mask;
  /** Whether this answer of an ended run is not its last one: after a stop in profile A (4.1), for children in D (15). */
  readonly #changesYet: (last: string) => boolean;

  constructor(key: string, mask: Mask, changesYet: (last: string) => boolean) {
    this.#key = key;
    this.#mask = mask;
    this.#changesYet = changesYet;
  }

  add(conn: number, path: string): void {
    this.#loops.set(conn, { path, answers: [] });
  }

  /** Asks once on every loop that can still change. */
  async look(port: number): Promise<void> {
    for (const { path, answers } of this.#loops.values()) {
      const last = answers.at(-1) ?? '';
      if (ENDED.test(last) && !this.#changesYet(last)) continue;
      const exchange = new RawExchange(port, {
        method: 'GET',
        path,
        headers: [
          ['Host', '127.0.0.1'],
          ['Authorization', `Bearer ${this.#key}`],
        ],
        body: Buffer.alloc(0),
      });
      for (let turn = 0; turn < 50 && !exchange.answered && !exchange.refused; turn += 1) await settle(2);
      if (exchange.refused) continue;
      const answer = `${exchange.status} ${this.#mask.apply(exchange.text)}`;
      if (last !== answer) answers.push(answer);
    }
  }

  /** Every recorded answer must have been seen, in this order; the recorder polled too slowly to see them all. */
  compare(lines: readonly TranscriptLine[], mask: Mask): readonly Compared[] {
    return [...this.#loops].flatMap(([conn, { answers }]) => {
      let from = 0;
      return (
        lines
          .filter((line) => line.dir === 'poll' && line.conn === conn && line.status !== null)
          // The real server opens the session of a run a moment after its answer.
          .filter((line) => !mask.apply(line.text ?? '').startsWith('{"object": "list", "data": []'))
          .map((line) => {
            const recorded = `${line.status} ${mask.apply(line.text ?? '')}`;
            const found = answers.indexOf(recorded, from);
            const simulated = found < 0 ? answers.slice(from) : recorded;
            if (found >= 0) from = found;
            return { place: `poll on connection ${conn}`, recorded, simulated };
          })
      );
    });
  }
}
