/** Command lines for a person to copy, on the same data and configuration. */
export interface Suggestions {
  /** Starts a service. */
  readonly up: string;
  /** Lists dead letters. */
  readonly deadLetters: string;
}
