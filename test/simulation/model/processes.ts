/** A SIGTERM lets runs go on for so long, milliseconds. */
const DRAIN_MS = 2_000;

/** When processes ended, virtual milliseconds. */
export class Processes {
  readonly #deaths: number[] = [];
  readonly #stops: number[] = [];

  /** A process is gone. */
  dies(at: number): void {
    this.#deaths.push(at);
  }

  /** A process was told to stop. */
  stops(at: number): void {
    this.#stops.push(at);
  }

  /** Whether a process was gone at some moment between two times. */
  died(from: number, to: number): boolean {
    return this.#deaths.some((at) => at >= from && at <= to);
  }

  /** Whether a process ended between two times, or gave up what it did after its time to drain. */
  ended(from: number, to: number): boolean {
    const gaveUp = this.#stops.map((at) => at + DRAIN_MS);
    return this.died(from, to) || gaveUp.some((at) => at >= from && at <= to);
  }

  /** The newest end before a time; -1: none. */
  lastEnd(before: number): number {
    return Math.max(-1, ...this.#deaths.filter((at) => at <= before));
  }

  /** Whether a process was told to stop, or ended, between two times. */
  disturbed(from: number, to: number): boolean {
    return this.ended(from, to) || this.#stops.some((at) => at >= from && at <= to);
  }
}
