import { ENDINGS, type Bindings, type History } from './bindings.js';
import { textAt, type BusRecord, type Row, type Violation } from './facts.js';
import type { Limits } from './limits.js';
import type { Processes } from './processes.js';

/** Bytes of an event in the log, and of a message on the bus, at most. */
const MAX_ROW_BYTES = 1_048_576;
const MAX_MESSAGE_BYTES = 1_048_576;
const MAX_INVOCATIONS = 64;
/** Observed events of a run beyond `max_events`: the one that says so. */
const ONE_MORE = 1;
/** Calls to one port within a second of virtual time; more is a loop that does not wait. */
const MAX_CALLS_A_SECOND = 400;
const SECOND_MS = 1_000;

/** G13, step by step: what can be seen from outside is within the configured limits. */
export class BoundsWatch {
  readonly #bindings: Bindings;
  readonly #limits: Limits;
  readonly #processes: Processes;
  readonly #underWay = new Set<History>();
  readonly #observed = new Map<string, number>();
  readonly #invoked = new Map<string, number>();
  readonly #calls = new Map<string, { readonly since: number; count: number }>();

  constructor(bindings: Bindings, processes: Processes, limits: Limits) {
    this.#bindings = bindings;
    this.#processes = processes;
    this.#limits = limits;
  }

  /** Says what is wrong with the next event of the log, or null. */
  row(row: Row, binding: History | null): Violation | null {
    if (row.text.length > MAX_ROW_BYTES) return broken(`${row.type} has ${row.text.length} characters`);
    if (binding === null) return null;
    const { actionId } = binding;
    if (row.type === 'RunStartClaimed') this.#underWay.add(binding);
    if (ENDINGS.has(row.type)) this.#underWay.delete(binding);
    const { maxRuns, maxEvents } = this.#limits;
    const runs = row.type === 'RunStartClaimed' ? this.#runs(row.at) : 0;
    if (runs > maxRuns) return broken(`${runs} runs are under way, ${maxRuns} are allowed`);
    if (row.type === 'ProviderEventObserved' && !isOfTheRun(row)) {
      const observed = plusOne(this.#observed, actionId);
      if (observed > maxEvents + ONE_MORE) return broken(`${actionId}: ${observed} events are kept`);
    }
    if (row.type === 'InvocationAccepted' && plusOne(this.#invoked, actionId) > MAX_INVOCATIONS)
      return broken(`${actionId}: more than ${MAX_INVOCATIONS} invocations`);
    return null;
  }

  /** Runs that hold a place: bound ones, and claims of the process that lives. */
  #runs(now: number): number {
    const born = this.#processes.lastEnd(now);
    return [...this.#underWay].filter(({ bound, claim }) => bound !== null || (claim?.at ?? 0) > born).length;
  }

  /** Says what is wrong with the next published message, or null. */
  message({ topic, text }: BusRecord): Violation | null {
    return text.length > MAX_MESSAGE_BYTES
      ? broken(`a message on ${topic} has ${text.length} characters`)
      : null;
  }

  /** Says what is wrong with the next call to a port, or null. */
  port(name: string, now: number): Violation | null {
    const last = this.#calls.get(name);
    if (last === undefined || now - last.since >= SECOND_MS) {
      this.#calls.set(name, { since: now, count: 1 });
      return null;
    }
    last.count += 1;
    return last.count === MAX_CALLS_A_SECOND
      ? broken(`${name}: ${MAX_CALLS_A_SECOND} calls within a second`)
      : null;
  }

  /** What is left when all is over and nothing is open: no timer and no place for a run. */
  left(timers: number, places: number): readonly Violation[] {
    if (this.#bindings.all().some(({ end }) => end === null)) return [];
    if (timers === 0 && places === 0) return [];
    return [broken(`${timers} timers and ${places} places for runs are left`)];
  }
}

/** `approval.*` and `run.*` are kept above the limit too (SPEC O4). */
function isOfTheRun(row: Row): boolean {
  return /^(approval|run)\./.test(textAt(row.data, 'event_name') || textAt(row.data, 'event'));
}

function plusOne(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

function broken(why: string): Violation {
  return { guarantee: 'G13', why };
}
