import type { BindingStatus } from '@aip-hermes/binding';
import type { Loose } from '../watch/published.js';
import { CODE_STEPS } from './code-steps.js';
import { detailStep } from './detail-steps.js';
import type { NextStep } from './next-step.js';
import { STATE_STEPS } from './state-steps.js';

/** Where an Action stands, as far as it is known. */
export interface Standing {
  readonly state: BindingStatus | 'refused' | 'refused_cancel';
  /** Error code of the result or refusal. */
  readonly code: string | null;
  /** Details of that error. */
  readonly details: Loose | null;
  /** False: no service runs on the data directory, so nothing goes on by itself. */
  readonly serviceRuns: boolean;
}

/** The next step for every state and error; the error's code says more than the state, its details more than the code. */
export function nextStepFor({ state, code, details, serviceRuns }: Standing): NextStep {
  switch (state) {
    case 'starting':
    case 'running':
    case 'waiting_for_approval':
    case 'cancelling':
      return serviceRuns ? STATE_STEPS[state] : STATE_STEPS.open_without_service;
    case 'completed':
    case 'refused_cancel':
      return STATE_STEPS[state];
    case 'failed':
    case 'cancelled':
    case 'outcome_unknown':
    case 'refused':
      return detailStep(code, details) ?? CODE_STEPS.get(code ?? '') ?? STATE_STEPS[state];
  }
}
