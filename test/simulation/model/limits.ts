/** The limits a run is configured with, as the model knows them. Times in milliseconds. */
export interface Limits {
  readonly maxRuns: number;
  readonly maxEvents: number;
  /** When virtual time began, milliseconds since 1970. */
  readonly epochMs: number;
  /** The credential that must be nowhere. */
  readonly canary: string;
}
