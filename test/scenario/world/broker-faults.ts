import type { StepOf } from '../file/scenario.js';

type KafkaStep = StepOf<'kafka'>;

/** A call to the broker, as a fault looks at it. */
export interface BrokerCall {
  readonly on: 'produce' | 'init-producer-id' | 'commit-transaction' | 'offset-commit' | 'fetch';
  readonly instance: string;
  readonly topics: readonly ('commands' | 'chunks' | 'results' | 'dead-letter')[];
  readonly actions: readonly string[];
  readonly sequences: readonly number[];
  readonly texts: readonly string[];
}

interface BrokerFault {
  readonly step: KafkaStep;
  seen: number;
}

/** The faults of the broker that are placed, and which calls they hit (cases section 6, `kafka`). */
export class BrokerFaults {
  readonly #faults: BrokerFault[] = [];

  place(step: KafkaStep): void {
    this.#faults.push({ step, seen: 0 });
  }

  /** The fault that hits a call that is made now; counts the call. */
  hit(call: BrokerCall): KafkaStep | null {
    let found: KafkaStep | null = null;
    for (const fault of this.#faults) {
      if (!fitsCall(fault.step, call)) continue;
      fault.seen += 1;
      const first = fault.step.nth ?? 1;
      const times = fault.step.times ?? 1;
      if (found === null && fault.seen >= first && (times === 0 || fault.seen < first + times))
        found = fault.step;
    }
    return found;
  }
}

/** Whether a fault is about such a call. */
export function fitsCall({ on, match = {} }: KafkaStep, call: BrokerCall): boolean {
  if (on !== 'any' && on !== call.on) return false;
  const { instance, action, topic, sequence, text } = match;
  return (
    (instance === undefined || instance === call.instance) &&
    (action === undefined || call.actions.includes(action)) &&
    (topic === undefined || call.topics.includes(topic)) &&
    (sequence === undefined || call.sequences.includes(sequence)) &&
    (text === undefined || call.texts.some((value) => value.includes(text))) &&
    match.event === undefined
  );
}
