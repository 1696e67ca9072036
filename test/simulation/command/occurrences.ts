/** In how many seeds a kind of thing occurred, and how often in all. */
export interface Occurrence {
  readonly kind: string;
  readonly seeds: number;
  readonly times: number;
}

/** Counts, over many seeds, what occurred. */
export class Occurrences {
  readonly #seen = new Map<string, { seeds: number; times: number }>();
  #seeds = 0;

  /** Adds what occurred in one more seed. */
  add(kinds: Iterable<readonly [string, number]>): void {
    this.#seeds += 1;
    for (const [kind, times] of kinds) {
      const seen = this.#seen.get(kind);
      if (seen === undefined) this.#seen.set(kind, { seeds: 1, times });
      else {
        seen.seeds += 1;
        seen.times += times;
      }
    }
  }

  /** Seeds so far. */
  get seeds(): number {
    return this.#seeds;
  }

  /** Everything that occurred and everything expected, by name. */
  table(expected: readonly string[]): readonly Occurrence[] {
    const kinds = [...new Set([...this.#seen.keys(), ...expected])].sort();
    return kinds.map((kind) => ({ kind, ...(this.#seen.get(kind) ?? { seeds: 0, times: 0 }) }));
  }

  /** What of the expected occurred in fewer than `percent` of the seeds. */
  rare(expected: readonly string[], percent: number): readonly Occurrence[] {
    const least = (this.#seeds * percent) / 100;
    return this.table(expected).filter(({ kind, seeds }) => expected.includes(kind) && seeds < least);
  }

  /** What occurred under these prefixes and is not expected: it counts as impossible, or as waiting for a feature. */
  unlisted(expected: readonly string[], prefixes: readonly string[]): readonly string[] {
    return [...this.#seen.keys()]
      .filter((kind) => prefixes.some((prefix) => kind.startsWith(prefix)) && !expected.includes(kind))
      .sort();
  }
}
