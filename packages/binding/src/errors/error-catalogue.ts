/** Categories of AIP that this connector uses. */
type Category = 'temporary' | 'permanent' | 'auth' | 'policy' | 'connector' | 'transport';

/** One code: how a caller may treat it, what it means and what a person does about it (SPEC 11). */
export interface ErrorEntry {
  readonly code: string;
  readonly category: Category;
  /** Whether sending the same command again may help. */
  readonly retryable: boolean;
  /** `reserved`: named by SPEC 11 for a feature that does not exist yet; never produced. */
  readonly status: 'active' | 'reserved';
  /** What happened, one line. */
  readonly meaning: string;
  /** What a person does, one line. */
  readonly action: string;
}

/** Every error code of the connector (SPEC 11), in the order of the documentation. */
export const ERROR_CATALOGUE = [
  {
    code: 'connector.hermes_agent.operator_policy',
    category: 'permanent',
    retryable: false,
    status: 'active',
    meaning: 'A rule refuses the command: policy, missing approval, reuse of an id, or a stale answer.',
    action: 'Read `details.rule`, correct the command or the policy, and send a new Action.',
  },
  {
    code: 'connector.hermes_agent.operator_state',
    category: 'temporary',
    retryable: false,
    status: 'active',
    meaning: 'The record of the run cannot be read, understood or changed now.',
    action: 'Look after the event log and the versions in use; nothing was sent on this account.',
  },
  {
    code: 'connector.hermes_agent.operator_start_rejected',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'Hermes refused to start the run (4xx); no run exists.',
    action: 'Read `details.http_status`, correct the cause, and send a new Action.',
  },
  {
    code: 'connector.hermes_agent.operator_not_started',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'The run was given up before anything was sent to Hermes.',
    action: 'Nothing to reconcile; send a new Action if the work is still wanted.',
  },
  {
    code: 'connector.hermes_agent.operator_failed',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'Hermes reports that the run failed.',
    action: 'Read the provider evidence; earlier side effects of the run may stand.',
  },
  {
    code: 'connector.hermes_agent.operator_outcome_unknown',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'Whether the run exists, or how it ended, is not known.',
    action: 'Run `aip-hermes reconcile <action>`; never send the same work again before that.',
  },
  {
    code: 'connector.hermes_agent.deadline_exceeded',
    category: 'temporary',
    retryable: false,
    status: 'active',
    meaning: 'The time allowed for the command or the run is over.',
    action: 'Check what was already done, then send a new Action with more time.',
  },
  {
    code: 'connector.hermes_agent.operator_overloaded',
    category: 'temporary',
    retryable: true,
    status: 'active',
    meaning: 'The connector holds as many open runs as it may.',
    action: 'Send the command again after `retry_after_ms`.',
  },
  {
    code: 'connector.hermes_agent.output_too_large',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'The result cannot be carried in one message.',
    action: 'Read the result from the event log with `aip-hermes audit <action>`.',
  },
  {
    code: 'connector.hermes_agent.provider_stopped',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'Hermes says cancelled although nobody here asked for it; its workers may go on.',
    action: 'Check the Hermes host and the effects of the run before sending the work again.',
  },
  {
    code: 'connector.hermes_agent.approval_outcome_unknown',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'Whether Hermes took the answer to a prompt is not known.',
    action: 'Run `aip-hermes reconcile <action>`; never send the answer again blindly.',
  },
  {
    code: 'connector.hermes_agent.cancellation_outcome_unknown',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'The stop did not reach a confirmed end in the grace time.',
    action: 'Treat effects as uncertain; run `aip-hermes reconcile <action>`.',
  },
  {
    code: 'connector.hermes_agent.tenant_mismatch',
    category: 'auth',
    retryable: false,
    status: 'active',
    meaning: 'The endpoint belongs to another tenant than the verified one of the command.',
    action: 'Use the endpoint of the right tenant.',
  },
  {
    code: 'connector.hermes_agent.authentication',
    category: 'auth',
    retryable: false,
    status: 'active',
    meaning: 'Hermes refused the key of the endpoint (401, 403).',
    action: 'Correct the key of the endpoint; `aip-hermes doctor` shows whether it is accepted.',
  },
  {
    code: 'connector.hermes_agent.missing_credential',
    category: 'auth',
    retryable: false,
    status: 'active',
    meaning: 'No key is configured for the endpoint.',
    action: 'Configure the key of the endpoint.',
  },
  {
    code: 'connector.hermes_agent.remote_rejected',
    category: 'permanent',
    retryable: false,
    status: 'active',
    meaning: 'Hermes refused a call (4xx other than 401, 403, 429); it had no effect.',
    action: 'Read `details.http_status` and the state of the run.',
  },
  {
    code: 'connector.hermes_agent.remote_temporary',
    category: 'temporary',
    retryable: false,
    status: 'active',
    meaning: 'Hermes cannot take a call now (429, 5xx).',
    action: 'Look at the load and health of the Hermes host.',
  },
  {
    code: 'connector.hermes_agent.transport',
    category: 'transport',
    retryable: false,
    status: 'active',
    meaning: 'Hermes cannot be reached, or the connection broke.',
    action: 'Check address, network and TLS with `aip-hermes doctor`.',
  },
  {
    code: 'connector.hermes_agent.invalid_response',
    category: 'connector',
    retryable: false,
    status: 'active',
    meaning: 'Hermes answered with something that cannot be read or is too large.',
    action: 'Check that the address is a Hermes server of a supported release.',
  },
  {
    code: 'connector.hermes_agent.configuration_or_input',
    category: 'permanent',
    retryable: false,
    status: 'active',
    meaning: 'The command names an endpoint or capability that is not configured.',
    action: 'Use a capability that `aip-hermes manifest` lists.',
  },
  {
    code: 'connector.hermes_agent.delegated_result_resolver_missing',
    category: 'connector',
    retryable: false,
    status: 'reserved',
    meaning: 'No access to the runtime records that prove a delegated result.',
    action: 'Mirror the runtime topics, then resolve again.',
  },
  {
    code: 'connector.hermes_agent.delegated_execution_not_observed',
    category: 'policy',
    retryable: false,
    status: 'reserved',
    meaning: 'The delegated run ended without the exact child Action being seen.',
    action: 'Do not take the text of the model as evidence; look at the run.',
  },
  {
    code: 'connector.hermes_agent.delegated_result_not_ready',
    category: 'temporary',
    retryable: true,
    status: 'reserved',
    meaning: 'The child Action was seen but has no result yet.',
    action: 'Ask again after `retry_after_ms`.',
  },
  {
    code: 'connector.hermes_agent.delegated_result_integrity',
    category: 'connector',
    retryable: false,
    status: 'reserved',
    meaning: 'Queue and lifecycle records of the child disagree.',
    action: 'Keep both records and look for the cause.',
  },
  {
    code: 'connector.hermes_agent.delegated_action_contract_mismatch',
    category: 'policy',
    retryable: false,
    status: 'reserved',
    meaning: 'The executed child Action is not the delegated one.',
    action: 'Compare the digests in the details; refuse the result.',
  },
  {
    code: 'connector.hermes_agent.delegated_identity_unverified',
    category: 'auth',
    retryable: false,
    status: 'reserved',
    meaning: 'The principal that executed the child is not authenticated or not allowed to.',
    action: 'Check the credentials of the Hermes host at the AIP runtime.',
  },
  {
    code: 'connector.hermes_agent.delegated_identity_mismatch',
    category: 'auth',
    retryable: false,
    status: 'reserved',
    meaning: 'Another principal than the delegate executed the child.',
    action: 'Check who owns the child Action; refuse the result.',
  },
  {
    code: 'connector.hermes_agent.delegated_identity_integrity',
    category: 'auth',
    retryable: false,
    status: 'reserved',
    meaning: 'The identity in the child Action is not the resolved one.',
    action: 'Keep both records and look for the cause.',
  },
  {
    code: 'connector.hermes_agent.delegated_tenant_mismatch',
    category: 'auth',
    retryable: false,
    status: 'reserved',
    meaning: 'The child ran in another tenant.',
    action: 'Check the tenant binding of the endpoint; refuse the result.',
  },
  {
    code: 'connector.hermes_agent.delegated_tenant_expired',
    category: 'auth',
    retryable: false,
    status: 'reserved',
    meaning: 'The tenant membership of the child has expired.',
    action: 'Renew the membership, then delegate again.',
  },
  {
    code: 'action.invalid_input',
    category: 'permanent',
    retryable: false,
    status: 'active',
    meaning: 'The command breaks a rule of its contract; nothing was started.',
    action: 'Correct what the message names and send a new Action.',
  },
  {
    code: 'resource.not_found',
    category: 'permanent',
    retryable: false,
    status: 'active',
    meaning: 'What the command is about does not exist here.',
    action: 'Check the id.',
  },
] as const satisfies readonly ErrorEntry[];

/** Every code of the catalogue, in full. */
export type OperatorErrorCode = (typeof ERROR_CATALOGUE)[number]['code'];
