import type { StepOf } from '../file/scenario.js';
import type { Scheduler } from './scheduler.js';

type StoreStep = StepOf<'store'>;

/** A call to the log, as a fault looks at it. */
export interface LogCall {
  readonly on: 'append' | 'read' | 'subscribe';
  readonly instance: string;
  readonly action: string | null;
  readonly events: readonly { readonly type: string; readonly data: string }[];
  readonly sequences: readonly number[];
}

/** A fault of the log as a step places it. */
export interface LogFault {
  readonly step: StoreStep;
  /** Scheduler time at which it ends; null: it hits a number of calls. */
  readonly until: number | null;
  seen: number;
}

/** The faults of the log that are placed, and which calls they hit (cases section 6, `store`). */
export class LogFaults {
  readonly #scheduler: Scheduler;
  readonly #faults: LogFault[] = [];
  readonly #onWindow = new Set<(fault: LogFault) => void>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Places a fault; pending calls hear of one that lasts. */
  place(step: StoreStep): void {
    const until = step.forMs === undefined ? null : this.#scheduler.monotonic() + step.forMs;
    const fault: LogFault = { step, until, seen: 0 };
    this.#faults.push(fault);
    if (until === null || step.forMs === undefined) return;
    // Its end is an instant at which something is due, though nobody waits for it.
    this.#scheduler.after(step.forMs, () => undefined);
    for (const hear of [...this.#onWindow]) hear(fault);
  }

  /** Is told of every fault that begins and lasts, until the returned function is called. */
  onWindow(hear: (fault: LogFault) => void): () => void {
    this.#onWindow.add(hear);
    return () => void this.#onWindow.delete(hear);
  }

  /** The fault that hits a call that is made now; counts the call. */
  hit(call: LogCall): LogFault | null {
    let found: LogFault | null = null;
    for (const fault of this.#faults) {
      if (!fits(fault, call)) continue;
      fault.seen += 1;
      if (found === null && this.#isOn(fault)) found = fault;
    }
    return found;
  }

  /** Whether a fault with `forMs` is on. */
  get isDown(): boolean {
    return this.#faults.some(({ until }) => until !== null && this.#scheduler.monotonic() < until);
  }

  #isOn({ step, until, seen }: LogFault): boolean {
    if (until !== null) return this.#scheduler.monotonic() < until;
    const first = step.nth ?? 1;
    const times = step.times ?? 1;
    return seen >= first && (times === 0 || seen < first + times);
  }
}

/** Whether a fault is about calls of this kind. */
function fits({ step }: LogFault, call: LogCall): boolean {
  const { on, match = {} } = step;
  if (on !== 'any' && on !== call.on) return false;
  return (
    is(match.instance, call.instance) &&
    is(match.action, call.action) &&
    (match.event === undefined || call.events.some(({ type }) => type === match.event)) &&
    (match.sequence === undefined || call.sequences.includes(match.sequence)) &&
    (match.text === undefined || call.events.some(({ data }) => data.includes(match.text ?? ''))) &&
    match.topic === undefined
  );
}

function is(wanted: string | undefined, actual: string | null): boolean {
  return wanted === undefined || wanted === actual;
}
