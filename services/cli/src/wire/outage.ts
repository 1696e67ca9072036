import type { Logger } from '@aip-hermes/connector';

/** Shortest time between two lines about one outage, milliseconds. */
const REMIND_EVERY_MS = 60_000;

/** What an outage is of. */
export interface OutageOf {
  /** The file. */
  readonly file: string;
  /** What it means for the work, for a person: one sentence each for the beginning and for the end. */
  readonly meanwhile: string;
  readonly afterwards: string;
}

/**
 * Tells of a file that cannot be used: at once when it begins, rarely while it lasts, and when it is over. However many
 * tries fail in between, it is one outage. One that begins soon after the last line about another is told only if it lasts,
 * so that a disk on the edge, where small writes still succeed, does not fill the log.
 */
export class Outage {
  readonly #of: OutageOf;
  readonly #log: Logger;
  readonly #monotonic: () => number;
  #toldAt = Number.NEGATIVE_INFINITY;
  #open: { readonly since: number; isTold: boolean; failures: number } | null = null;

  /** @param monotonic Milliseconds of a clock that never goes back. */
  constructor(of: OutageOf, log: Logger, monotonic: () => number) {
    this.#of = of;
    this.#log = log;
    this.#monotonic = monotonic;
  }

  /** A try failed. */
  failed(error: Error): void {
    const now = this.#monotonic();
    this.#open ??= { since: now, isTold: false, failures: 0 };
    this.#open.failures += 1;
    if (now - this.#toldAt < REMIND_EVERY_MS) return;
    this.#toldAt = now;
    this.#open.isTold = true;
    const { since, failures } = this.#open;
    const { file, meanwhile } = this.#of;
    const facts = { file, reason: error.message, lasts_ms: Math.round(now - since), failures };
    this.#log.error(facts, meanwhile);
  }

  /** A try succeeded. */
  worked(): void {
    const over = this.#open;
    this.#open = null;
    if (over?.isTold !== true) return;
    const lasted_ms = Math.round(this.#monotonic() - over.since);
    this.#log.info({ file: this.#of.file, lasted_ms, failures: over.failures }, this.#of.afterwards);
  }
}

/** The words about the event log. */
export function logOutage(file: string): OutageOf {
  return {
    file,
    meanwhile:
      'the event log cannot be used: nothing is started or answered, commands stay on the bus, what the provider says is kept to be recorded; trying again',
    afterwards: 'the event log can be written again; what waited is recorded and goes on',
  };
}

/** The words about the bus. */
export function busOutage(file: string): OutageOf {
  return {
    file,
    meanwhile:
      'the message bus cannot be used: commands cannot be stored or taken, what is recorded waits to be published; trying again',
    afterwards: 'the message bus can be written again; what waited is published',
  };
}
