import { bindingsOf } from './bindings.js';
import type { BusRecord, ProviderCall, Row, RunFacts, Violation } from './facts.js';
import { checkStarts } from './g1-starts.js';
import { checkOutcome } from './g3-outcomes.js';
import { checkReplays, TerminalWatch } from './g4-terminal.js';
import { checkIdentity } from './g5-identity.js';
import { checkAnswers } from './g6-answers.js';
import { checkStreams, ChunkWatch } from './g7-chunks.js';
import { checkCancelled } from './g8-cancelled.js';
import { checkCanary } from './g10-canary.js';
import { checkDeadLetters } from './g11-dead-letters.js';
import { checkDerived } from './g12-derived.js';
import { checkOnce } from './m9-once.js';

/** Judges a run: what is cheap at every step, the rest when all is over. */
export class Judge {
  readonly violations: Violation[] = [];
  readonly #canary: string;
  readonly #terminal = new TerminalWatch();
  readonly #chunks = new ChunkWatch();
  readonly #calls: ProviderCall[] = [];

  constructor(canary: string) {
    this.#canary = canary;
  }

  /** The next event of the log. */
  row(row: Row): void {
    this.#add(this.#terminal.see(row));
    this.#add(checkCanary(this.#canary, `event ${row.type} of ${row.stream}`, row.text));
  }

  /** The next message on the bus. */
  message(record: BusRecord): void {
    this.#add(this.#chunks.see(record));
    const text = record.text + JSON.stringify(record.headers);
    this.#add(checkCanary(this.#canary, `a message on ${record.topic}`, text));
  }

  /** The next request to the provider. */
  call(call: ProviderCall): void {
    this.#calls.push(call);
    if (call.method === 'POST') this.violations.push(...checkStarts(this.#calls));
  }

  /** Everything, when all is over. */
  end(facts: RunFacts): readonly Violation[] {
    const bindings = bindingsOf(facts.rows);
    for (const binding of bindings) {
      this.violations.push(
        ...checkOutcome(binding, facts),
        ...checkReplays(binding, facts.rows, facts.bus),
        ...checkIdentity(binding, facts),
        ...checkStreams(binding, facts.bus, this.#chunks),
        ...checkCancelled(binding, facts),
      );
    }
    this.violations.push(
      ...checkAnswers(bindings, facts),
      ...checkOnce(facts.rows),
      ...checkDeadLetters(facts),
      ...checkDerived(facts),
    );
    for (const line of facts.logLines) this.#add(checkCanary(this.#canary, 'a log line', line));
    return this.violations;
  }

  #add(violation: Violation | null): void {
    if (violation !== null) this.violations.push(violation);
  }
}
