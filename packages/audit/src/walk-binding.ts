import { foldBinding, type BindingState, type BindingStatus, type StoredResult } from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import { evidenceRow, type EvidenceRow } from './evidence-row.js';

/** One event of the binding stream and what it did to the fold. */
export interface Step extends EvidenceRow {
  /** Null before the binding exists. */
  readonly before: BindingStatus | null;
  /** False when the state table of SPEC 3 forbids the event there, or its data cannot be read. */
  readonly legal: boolean;
  /** The result that replays are served from here on. */
  readonly result: StoredResult | null;
}

/** The whole way of a binding. */
export interface Walk {
  readonly steps: readonly Step[];
  /** Null when there is no binding stream. */
  readonly state: BindingState | null;
}

/** Folds a binding stream event by event, keeping what each one did (SPEC E1). Never throws. */
export function walkBinding(rows: readonly RecordedEvent[]): Walk {
  let state: BindingState | null = null;
  const steps: Step[] = [];
  for (const row of rows) {
    const before: BindingStatus | null = state?.binding.status ?? null;
    state = foldBinding([row], state);
    const legal = state?.damage.at(-1)?.startsWith(`${row.revision}: `) !== true;
    steps.push({ ...evidenceRow(row, 'binding'), before, legal, result: state?.result ?? null });
  }
  return { steps, state };
}
