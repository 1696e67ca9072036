import { Bindings, sourceOf } from './model/bindings.js';
import type { Facts, ProviderCall, Row, Violation } from './model/facts.js';
import { StartWatch } from './model/g1-starts.js';
import { checkCanary } from './model/g10-canary.js';
import { ChainWatch } from './model/g12-chain.js';
import { TerminalWatch } from './model/g4-terminal.js';
import { StateTableWatch } from './model/state-table.js';

/** An event as it was appended. */
interface Appended {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** Judges what two processes do to one log and one provider: each run is started once (G1) and ends once (G4, G6), in a chain (G12). */
export class RaceJudge {
  readonly violations: Violation[] = [];
  readonly #canary: string;
  readonly #bindings = new Bindings();
  readonly #starts = new StartWatch(this.#bindings);
  readonly #terminal = new TerminalWatch(this.#bindings);
  readonly #table = new StateTableWatch();
  readonly #chains = new ChainWatch();
  readonly #revisions = new Map<string, number>();

  constructor(canary: string) {
    this.#canary = canary;
  }

  /** Events are in the log; an append that was there already says so again. */
  appended(stream: string, revision: number, events: readonly Appended[]): void {
    const first = revision - events.length + 1;
    const known = this.#revisions.get(stream) ?? -1;
    for (const [index, { id, type, data, metadata }] of events.entries()) {
      if (first + index <= known) continue;
      this.#revisions.set(stream, first + index);
      const text = data + metadata;
      const facts = { data: JSON.parse(data) as Facts, metadata: JSON.parse(metadata) as Facts };
      this.#row({ at: 0, stream, revision: first + index, type, ...facts, text });
      const chain = facts.metadata['chain'];
      if (sourceOf(stream) !== null) this.#add(this.#chains.see({ stream, id, type, data, chain }));
    }
  }

  /** The next request to the provider. */
  called(call: Omit<ProviderCall, 'answer'>): void {
    this.#add(this.#starts.see({ ...call, answer: { kind: 'status', word: '', delayMs: 0 } }));
  }

  /** A process failed. */
  failed(why: string): void {
    this.#add({ guarantee: 'process', why });
  }

  /** Something is open, and nothing is left that would go on with it. */
  stalled(why: string): void {
    this.#add({ guarantee: 'G6', why });
  }

  /** Nothing is done any more. */
  end(streams: readonly string[]): void {
    for (const { actionId, end } of this.#bindings.all())
      if (end?.type !== 'RunCompleted')
        this.#add({ guarantee: 'G6', why: `${actionId} ended with ${end?.type ?? 'nothing'}` });
    const lost = streams.filter((stream) => !this.#revisions.has(stream));
    for (const stream of lost) this.#add({ guarantee: 'G6', why: `${stream} was never written` });
  }

  #row(row: Row): void {
    const binding = this.#bindings.add(row);
    this.#add(this.#terminal.row(row));
    this.#add(checkCanary(this.#canary, `event ${row.type} of ${row.stream}`, row.text));
    if (binding !== null) this.#add(this.#table.see(row, binding).wrong);
  }

  #add(violation: Violation | null): void {
    if (violation === null) return;
    this.violations.push({ ...violation, why: `two processes with the same records: ${violation.why}` });
  }
}
