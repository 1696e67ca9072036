import type { SeededRandom } from '../support/seeded-random.js';

const MINUTE_MS = 60_000;
const LONGEST_MS = 6_000;

/** A restart of the provider: it is away for a while, and knows nothing of the runs before. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

/** The restarts of the provider in one run, drawn once. Virtual milliseconds. */
export class ProviderOutages {
  readonly #outages: readonly Outage[];

  constructor(random: SeededRandom, faultsMs: number) {
    const count = random.chance(0.4) ? 1 + random.below(3 * Math.ceil(faultsMs / MINUTE_MS)) : 0;
    this.#outages = Array.from({ length: count }, () => {
      const from = random.below(faultsMs);
      return { from, to: Math.min(faultsMs, from + 100 + random.below(LONGEST_MS)) };
    });
  }

  /** Whether the provider is away. */
  away(now: number): boolean {
    return this.#outages.some(({ from, to }) => from <= now && now < to);
  }

  /** When it goes away next; Infinity: never again. */
  next(now: number): number {
    return Math.min(Infinity, ...this.#outages.filter(({ from }) => from > now).map(({ from }) => from));
  }

  /** Whether it was restarted between two times. */
  between(from: number, to: number): boolean {
    return this.#outages.some((outage) => outage.from > from && outage.from <= to);
  }
}
