import type { NextStep } from './next-step.js';
import { STATE_STEPS } from './state-steps.js';

const HERMES = 'connector.hermes_agent.';

/** A step that ends with a look at the whole record. */
function thenRecord(text: string): NextStep {
  return { text, look: 'the record', words: ['audit', 'ID'] };
}

const AUTHENTICATE = thenRecord('Authenticate again and send a new message through the AIP runtime');

/** What can be done next about each error code that is produced (SPEC 11). */
export const CODE_STEPS: ReadonlyMap<string, NextStep> = new Map<string, NextStep>([
  [
    `${HERMES}operator_policy`,
    thenRecord('Correct the command or the policy as the message and its rule say, and send a new Action'),
  ],
  [
    `${HERMES}operator_state`,
    { text: 'Look after the event log and the versions in use', look: 'check them', words: ['doctor'] },
  ],
  [
    `${HERMES}operator_start_rejected`,
    thenRecord('No run exists: correct what Hermes refused, and send a new Action'),
  ],
  [
    `${HERMES}operator_not_started`,
    thenRecord('Nothing was sent to Hermes: send a new Action if the work is still wanted'),
  ],
  [
    `${HERMES}operator_failed`,
    thenRecord('Effects of the run may stand: read what Hermes says of it before you send a new Action'),
  ],
  [`${HERMES}operator_outcome_unknown`, STATE_STEPS.outcome_unknown],
  [
    `${HERMES}deadline_exceeded`,
    thenRecord(
      'See what was already done, then send a new Action with more time (`timeout_ms` of Action and policy)',
    ),
  ],
  [
    `${HERMES}operator_overloaded`,
    {
      text: 'Send the command again when fewer runs are open',
      look: 'those that are',
      words: ['list', '--state', 'open'],
    },
  ],
  [
    `${HERMES}output_too_large`,
    { text: 'Read the result from the log', look: 'all of it', words: ['audit', 'ID', '--json'] },
  ],
  [
    `${HERMES}provider_stopped`,
    thenRecord('Its workers may go on: check the Hermes host and the effects before you send the work again'),
  ],
  [
    // SPEC B7: what is published tells nothing of the tenant; this is for who may read the configuration.
    `${HERMES}tenant_mismatch`,
    {
      text:
        'Use the endpoint of the right tenant, or let `ingress.local_tenant` in the configuration of the service say ' +
        'whose the commands of `submit` are',
      look: 'what is configured',
      words: ['config', 'show'],
    },
  ],
  ['action.invalid_input', thenRecord('Correct what the message names, and send a new Action')],
  ['idempotency.required', thenRecord('Give the Action an `idempotency_key`, and send it again')],
  ['resource.not_found', { text: 'Check the id', look: 'those that are here', words: ['list'] }],
  [
    'auth.unverified_actor',
    {
      text: 'Send it through the AIP runtime, or set `ingress.allow_anonymous` where every producer is trusted',
      look: 'what is configured',
      words: ['config', 'show'],
    },
  ],
  ['auth.expired', AUTHENTICATE],
  ['auth.tenant_membership_expired', AUTHENTICATE],
  ['credential.expired', AUTHENTICATE],
]);
