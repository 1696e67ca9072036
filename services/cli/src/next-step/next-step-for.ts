import type { BindingStatus } from '@aip-hermes/binding';
import { CODE_STEPS } from './code-steps.js';
import type { NextStep } from './next-step.js';
import { STATE_STEPS } from './state-steps.js';

/** Where an Action stands, as far as it is known. */
export interface Standing {
  readonly state: BindingStatus | 'refused';
  /** Error code of the result or refusal. */
  readonly code: string | null;
  /** False: no service runs on the data directory, so nothing goes on by itself. */
  readonly serviceRuns: boolean;
}

/** The next step for every state and code; the code says more than the state. */
export function nextStepFor({ state, code, serviceRuns }: Standing): NextStep {
  switch (state) {
    case 'starting':
    case 'running':
    case 'waiting_for_approval':
    case 'cancelling':
      return serviceRuns ? STATE_STEPS[state] : STATE_STEPS.open_without_service;
    case 'completed':
      return STATE_STEPS.completed;
    case 'failed':
    case 'cancelled':
    case 'outcome_unknown':
    case 'refused':
      return CODE_STEPS.get(code ?? '') ?? STATE_STEPS[state];
  }
}
