/** A replacement in one source file. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
}

/** A deliberate fault, and who must find it. */
export interface Mutant {
  readonly name: string;
  /** What it would do to somebody. */
  readonly why: string;
  /** One, or as many as there are layers that each would catch it alone. */
  readonly edits: readonly Edit[];
  /** Guarantees one of which must be named by the first seed that fails. */
  readonly expected: readonly string[];
}
