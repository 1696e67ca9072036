import { Bindings } from './bindings.js';
import type {
  BusRecord,
  Delivered,
  DerivedMessage,
  ProviderCall,
  Row,
  RunFacts,
  Violation,
} from './facts.js';
import { StartWatch } from './g1-starts.js';
import { checkOutcome } from './g3-outcomes.js';
import { TerminalWatch } from './g4-terminal.js';
import { IdentityWatch } from './g5-identity.js';
import { AnswerWatch } from './g6-answers.js';
import { checkStreams, ChunkWatch } from './g7-chunks.js';
import { checkCancelled } from './g8-cancelled.js';
import { checkCanary } from './g10-canary.js';
import { DeadLetterWatch } from './g11-dead-letters.js';
import { DerivedWatch } from './g12-derived.js';
import { BoundsWatch } from './g13-bounds.js';
import type { Limits } from './limits.js';
import { OnceWatch } from './m9-once.js';
import { Processes } from './processes.js';
import { ProviderRecord } from './provider-record.js';
import { StateTableWatch, type Cell } from './state-table.js';

/** Judges a run at every step: what can be judged then is judged then, what can only be missing when all is over. */
export class Judge {
  readonly violations: Violation[] = [];
  readonly processes = new Processes();
  readonly #limits: Limits;
  readonly #told: (violation: Violation) => void;
  readonly #bindings = new Bindings();
  readonly #provider = new ProviderRecord(this.processes);
  readonly #table = new StateTableWatch();
  readonly #starts = new StartWatch(this.#bindings);
  readonly #terminal = new TerminalWatch(this.#bindings);
  readonly #identity = new IdentityWatch(this.#bindings);
  readonly #answers: AnswerWatch;
  readonly #chunks = new ChunkWatch();
  readonly #letters = new DeadLetterWatch();
  readonly #derived = new DerivedWatch();
  readonly #once = new OnceWatch();
  readonly #bounds: BoundsWatch;

  /** `told` hears of every violation as it is found. */
  constructor(limits: Limits, told: (violation: Violation) => void) {
    this.#limits = limits;
    this.#told = told;
    this.#answers = new AnswerWatch(limits);
    this.#bounds = new BoundsWatch(this.#bindings, this.processes, limits);
  }

  /** A record is about to be put on the command topic. */
  delivered(record: Pick<Delivered, 'command' | 'dead' | 'bytes'>): void {
    this.#identity.delivered(record);
    this.#letters.delivered(record);
  }

  /** The next event of the log; the cells of the state table in which it stands. */
  row(row: Row): readonly Cell[] {
    const binding = this.#bindings.add(row);
    this.#add(this.#terminal.row(row));
    this.#add(this.#identity.row(row));
    this.#add(this.#once.see(row));
    this.#add(this.#bounds.row(row, binding));
    this.#add(checkCanary(this.#limits.canary, `event ${row.type} of ${row.stream}`, row.text));
    if (binding === null) return [];
    const known = { provider: this.#provider, processes: this.processes, limits: this.#limits };
    this.#add(checkOutcome(binding, row, known));
    const { cells, wrong } = this.#table.see(row, binding);
    this.#add(wrong);
    return cells;
  }

  /** What the next event of the log gives to publish. */
  derived(messages: readonly DerivedMessage[]): void {
    this.#add(this.#derived.derived(messages));
  }

  /** The next message on the bus. */
  message(record: BusRecord, now: number): void {
    this.#answers.see(record, now);
    this.#add(this.#chunks.see(record));
    this.#add(this.#terminal.message(record));
    this.#add(this.#identity.message(record));
    this.#add(checkCancelled(record, this.#bindings));
    this.#add(this.#letters.see(record));
    this.#add(this.#derived.published(record));
    this.#add(this.#bounds.message(record));
    const text = record.text + JSON.stringify(record.headers);
    this.#add(checkCanary(this.#limits.canary, `a message on ${record.topic}`, text));
  }

  /** The next request to the provider. */
  call(call: ProviderCall): void {
    this.#add(this.#starts.see(call));
    this.#provider.add(call);
  }

  /** The next call to any port. */
  port(name: string, now: number): void {
    this.#add(this.#bounds.port(name, now));
  }

  /** No fault strikes any more, and no command comes. */
  calm(now: number, delivered: readonly Delivered[]): void {
    this.#answers.calm(now, this.#bindings, delivered);
  }

  /** What is missing when all is over. */
  end({ bus, delivered, logLines, timersLeft, placesTaken }: RunFacts): void {
    const missing = [
      ...this.#answers.missing(this.#bindings, delivered),
      ...this.#terminal.missing(),
      ...this.#bindings.all().flatMap((binding) => checkStreams(binding, bus, this.#chunks)),
      ...this.#letters.missing(delivered),
      ...this.#derived.missing(),
      ...this.#bounds.left(timersLeft, placesTaken),
    ];
    for (const violation of missing) this.#add(violation);
    for (const line of logLines) this.#add(checkCanary(this.#limits.canary, 'a log line', line));
  }

  /** Something else that must not be. */
  complain(violation: Violation): void {
    this.#add(violation);
  }

  #add(violation: Violation | null): void {
    if (violation === null) return;
    this.violations.push(violation);
    this.#told(violation);
  }
}
