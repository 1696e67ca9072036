import type { SeededRandom } from '../support/seeded-random.js';

/** A span of virtual time in which something is broken. */
interface Window<K> {
  readonly kind: K;
  readonly from: number;
  readonly to: number;
}

/** What is broken when, drawn once. */
export class FaultWindows<K extends string> {
  readonly #windows: readonly Window<K>[];
  readonly #random: SeededRandom;

  /** `count` windows of these kinds before `untilMs`. */
  constructor(random: SeededRandom, kinds: readonly [K, ...K[]], count: number, untilMs: number) {
    this.#random = random;
    this.#windows = Array.from({ length: count }, () => {
      const from = random.below(untilMs);
      const lasts = 50 + random.below(random.chance(0.3) ? 12_000 : 1_500);
      return { kind: random.pick(kinds), from, to: Math.min(untilMs, from + lasts) };
    });
  }

  /** What strikes now: inside a window nearly always. */
  strike(now: number): K | null {
    const open = this.#windows.find((window) => window.from <= now && now < window.to);
    return open !== undefined && this.#random.chance(0.8) ? open.kind : null;
  }
}
