/** How much happens in a run. Times in virtual milliseconds. */
export interface SimSize {
  /** Faults strike until then. */
  readonly faultsMs: number;
  /** Commands come until then. */
  readonly commandsMs: number;
  /** Fewest commands, and how many more there can be. */
  readonly commands: readonly [number, number];
  /** Most deaths of each sort. */
  readonly deaths: number;
}

/** A minute of faults: what CI runs by the thousand. */
export const SHORT: SimSize = { faultsMs: 60_000, commandsMs: 50_000, commands: [8, 22], deaths: 4 };

/** Five times as long, with six times as many commands. */
export const FULL: SimSize = { faultsMs: 300_000, commandsMs: 280_000, commands: [60, 120], deaths: 16 };
