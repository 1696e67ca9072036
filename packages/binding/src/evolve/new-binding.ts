import type { OperatorRunRequested } from '../events/request.js';
import type { Invocation } from '../invocation.js';
import type { BindingState } from '../state.js';
import type { EventFacts } from './event-facts.js';
import { isCaller, isCount, isId, isObject, isText, isTextOrNull } from './readable.js';

/** State table, row OperatorRunRequested: a binding exists, `starting` (SPEC B1). Null when the data cannot be read. */
export function newBinding(data: OperatorRunRequested, facts: EventFacts): BindingState | null {
  return isReadable(data) ? startingBinding(data, facts) : null;
}

/** A `starting` binding as asked for, with nothing claimed and nobody waiting yet. */
export function startingBinding(data: OperatorRunRequested, facts: EventFacts): BindingState {
  return {
    binding: {
      action_id: data.action_id,
      request_fingerprint: data.request_fingerprint,
      endpoint_id: data.endpoint_id,
      run_id: null,
      session_id: data.session_id,
      start_claim: null,
      delegation_id: data.delegation_id,
      parent_action_id: data.parent_action_id,
      status: 'starting',
      cancel_requested: false,
      last_event: null,
      next_sequence: 0,
      approval_generation: 0,
      approval_commands: [],
      pending_approval: null,
      output: null,
      error: null,
      created_at: facts.recordedAt,
      updated_at: facts.recordedAt,
      tenant: data.tenant,
      principal: data.principal,
      open_prompts: [],
      observation: null,
    },
    request: data,
    projection: facts.projection,
    invocations: new Map(),
    messageIds: new Map(),
    source: sourceToCome(data),
    boundAt: null,
    providerEvents: 0,
    eventsLimited: false,
    streamEnded: false,
    answersSettled: 0,
    result: null,
    lateRunId: null,
    delegationResolved: false,
    revision: facts.revision,
    chain: facts.chain ?? '',
    damage: [],
    unreadable: null,
  };
}

/** Message id of `source` until the source's own invocation is folded, in the very same append. */
export const SOURCE_TO_COME = '';

function sourceToCome(data: OperatorRunRequested): Invocation {
  return {
    message_id: SOURCE_TO_COME,
    action_id: data.action_id,
    role: data.kind === 'delegation' ? 'delegation' : 'source',
    mode: 'sync',
    correlation_id: null,
    session_id: null,
    reply_to: data.principal,
    traceparent: null,
    delegation: null,
  };
}

function isReadable(data: unknown): boolean {
  return (
    isObject(data) &&
    (data['kind'] === 'objective' || data['kind'] === 'delegation') &&
    isObject(data['action']) &&
    NAMED.every((member) => isId(data[member])) &&
    NULLABLE.every((member) => isTextOrNull(data[member])) &&
    isCaller(data['principal']) &&
    isTenant(data['tenant']) &&
    isText(data['sent_at']) &&
    isCount(data['timeout_ms'])
  );
}

const NAMED = ['action_id', 'request_fingerprint', 'endpoint_id', 'capability_id', 'session_id'] as const;
const NULLABLE = ['delegation_id', 'parent_action_id', 'trusted_deadline', 'approval_expires_at'] as const;

function isTenant(value: unknown): boolean {
  return value === null || (isObject(value) && isText(value['id']) && isTextOrNull(value['system']));
}
