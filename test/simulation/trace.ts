/** What happened, line by line with virtual times, and how often each kind of thing did. */
export class Trace {
  readonly lines: string[] = [];
  readonly kinds = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Writes a line under a kind, which is counted. */
  add(kind: string, text = ''): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.lines.push(`${String(this.#now()).padStart(8)} ${kind} ${text}`);
  }

  /** Counts without a line. */
  count(kind: string): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
  }
}
