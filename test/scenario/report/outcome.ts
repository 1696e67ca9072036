/** What became of one file. */
export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reasons: readonly string[] }
  | { readonly kind: 'skipped'; readonly needs: readonly string[] };

/** A file and what became of it. */
export interface FileOutcome {
  /** Name of the file, without its folder. */
  readonly file: string;
  readonly outcome: Outcome;
  /** Real milliseconds it took. */
  readonly ms: number;
}

/** The outcome with these reasons: passed when there are none. */
export function outcomeOf(reasons: readonly string[]): Outcome {
  return reasons.length === 0 ? { kind: 'passed' } : { kind: 'failed', reasons };
}
