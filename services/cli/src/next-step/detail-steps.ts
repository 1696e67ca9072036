import { textAt, type Loose } from '../watch/published.js';
import type { NextStep } from './next-step.js';

/** What can be done next where the details of an error say more than its code. */
export const DETAIL_STEPS = {
  key_refused: {
    text:
      'Hermes refused the key of the endpoint: correct it (`api_key_env` or `api_key_file`), start the service again, ' +
      'and send a new Action',
    look: 'check the key',
    words: ['doctor'],
  },
  no_room: {
    text:
      'Hermes takes no more runs now: send a new Action when some have ended, and let `policy.max_concurrent_runs` be no ' +
      'more than Hermes takes',
    look: 'those that are open',
    words: ['list', '--state', 'open'],
  },
  no_endpoint: {
    text: 'Name an endpoint in the `capability_id` that is offered, and send a new Action',
    look: 'what is offered',
    words: ['manifest'],
  },
  answer_not_taken: {
    text: 'This answer changed nothing: answer the prompt in Hermes itself, or wait until it times out there',
    look: 'the run is followed on',
    words: ['watch', 'ID', '--run'],
  },
  delegation_off: {
    text: 'Send the Action to the capability of an endpoint instead of delegating it',
    look: 'what is offered',
    words: ['manifest'],
  },
} as const satisfies Readonly<Record<string, NextStep>>;

/** The step for the details of an error (SPEC 11: `rule`, `http_status`, `provider_code`); null: its code says it all. */
export function detailStep(code: string | null, details: Loose | null): NextStep | null {
  const rule = textAt(details, 'rule');
  switch (code) {
    case 'connector.hermes_agent.operator_start_rejected':
      return startStep(details);
    case 'connector.hermes_agent.operator_policy':
      if (rule === 'A2') return DETAIL_STEPS.answer_not_taken;
      return rule === 'D2' ? DETAIL_STEPS.delegation_off : null;
    case 'resource.not_found':
      return rule === 'C1' ? DETAIL_STEPS.no_endpoint : null;
    default:
      return null;
  }
}

function startStep(details: Loose | null): NextStep | null {
  if (textAt(details, 'provider_code') === 'invalid_api_key') return DETAIL_STEPS.key_refused;
  switch (details?.['http_status']) {
    case 401:
      return DETAIL_STEPS.key_refused;
    case 429:
      return DETAIL_STEPS.no_room;
    default:
      return null;
  }
}
