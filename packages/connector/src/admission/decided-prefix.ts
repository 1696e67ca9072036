import type { CommandBatch, InboundRecord } from '@aip-hermes/message-bus';

/** Reports to the batch how far its records are decided without a gap: an offset never passes an undecided one (C60). */
export class DecidedPrefix {
  readonly #batch: CommandBatch;
  readonly #done: boolean[];
  #next = 0;

  constructor(batch: CommandBatch) {
    this.#batch = batch;
    this.#done = batch.records.map(() => false);
  }

  /** The record at this index of the batch is durably decided. */
  done(index: number): void {
    this.#done[index] = true;
    let last: InboundRecord | undefined;
    while (this.#done[this.#next] === true) {
      last = this.#batch.records[this.#next];
      this.#next += 1;
    }
    if (last !== undefined) this.#batch.decided(last.offset);
  }
}
