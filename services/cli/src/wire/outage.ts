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
 * tries fail in between, it is one outage.
 */
export class Outage {
  readonly #of: OutageOf;
  readonly #log: Logger;
  readonly #monotonic: () => number;
  #open: { readonly since: number; told: number; failures: number } | null = null;

  /** @param monotonic Milliseconds of a clock that never goes back. */
  constructor(of: OutageOf, log: Logger, monotonic: () => number) {
    this.#of = of;
    this.#log = log;
    this.#monotonic = monotonic;
  }

  /** A try failed. */
  failed(error: Error): void {
    const now = this.#monotonic();
    const { file, meanwhile } = this.#of;
    if (this.#open === null) {
      this.#open = { since: now, told: now, failures: 1 };
      this.#log.error({ file, reason: error.message }, meanwhile);
      return;
    }
    this.#open.failures += 1;
    if (now - this.#open.told < REMIND_EVERY_MS) return;
    this.#open.told = now;
    const lasts_ms = Math.round(now - this.#open.since);
    this.#log.error({ file, reason: error.message, lasts_ms, failures: this.#open.failures }, meanwhile);
  }

  /** A try succeeded. */
  worked(): void {
    if (this.#open === null) return;
    const { since, failures } = this.#open;
    this.#open = null;
    const lasted_ms = Math.round(this.#monotonic() - since);
    this.#log.info({ file: this.#of.file, lasted_ms, failures }, this.#of.afterwards);
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
