/** One row of the table of docs/redaction.md: what is masked in provider text, by example. */
export interface RedactionRow {
  /** Short name, unique in the table. */
  readonly name: string;
  /** What it matches, in words. */
  readonly matches: string;
  /** Text before and after; each is a test of its own. */
  readonly examples: readonly (readonly [before: string, after: string])[];
  /** Texts that look alike and stay as they are; each is a test of its own. */
  readonly stays: readonly string[];
}

/** Replaces one match; the result is a match of no pattern, or its own replacement. */
export type ReplaceMatch = (match: string, groups: Readonly<Record<string, string | undefined>>) => string;

/** One shape of a credential in text. */
export interface CredentialPattern extends RedactionRow {
  /**
   * Linear in the text, and every repeat bounded: an unbounded one can exhaust the stack of the engine on a text
   * of some megabytes. No real credential reaches the bounds.
   */
  readonly pattern: RegExp;
  /** What a value that fills the bound goes on with, sticky; so that its rest is masked too. */
  readonly rest?: RegExp;
  /** Characters of a match from which on `rest` is looked for; `VALUE_BOUND` when not said. */
  readonly bound?: number;
  /** Where what is masked begins, at or before the match at `at` and not before `from`. */
  readonly startOf?: (text: string, from: number, at: number) => number;
  readonly replace: ReplaceMatch;
}
