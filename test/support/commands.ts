import type { Json } from '@aip-hermes/aip';
import type { World } from './world.js';

/** A JSON object to build messages from. */
export type Members = Record<string, Json>;

let messages = 0;

/** An envelope with a fresh message id and `sent_at` now, as the planner sends it. */
export function envelope(world: World, messageType: string, body: Json, more: Members = {}): Members {
  messages += 1;
  return {
    aip_version: '1.0',
    message_type: messageType,
    message_id: `msg_command_${messages}`,
    sent_at: new Date(world.clock.now()).toISOString(),
    correlation_id: `corr_command_${messages}`,
    from: { id: 'agent:planner', kind: 'agent' },
    body,
    ...more,
  };
}

/** A cancel of an Action, or of a session. */
export function cancel(
  world: World,
  target: { action: string } | { session: string },
  more: Members = {},
): Members {
  return envelope(world, 'aip.core.v1.cancel', { cancel: { target, reason: 'not needed' } }, more);
}

/** A request to work on a child Action as a delegate. */
export function delegationRequest(world: World, childId: string): Members {
  const child = (world.action(childId)['body'] as Members)['action'] ?? null;
  return envelope(world, 'aip.agent.v1.delegation_request', {
    delegation_request: {
      delegation_id: `dlg_${childId}`,
      parent_action_id: 'act_parent',
      child_action: child,
      requested_by: { id: 'agent:planner', kind: 'agent' },
      delegate: { id: 'agent:hermes_operator:hermes-a', kind: 'agent' },
      scope: 'reports:read',
    },
  });
}

/** What trusted ingress may say of a caller; all but the principal has a default without expiry. */
export interface CallerFacts {
  readonly principal?: string;
  readonly tenant?: string | null;
  readonly authenticatedUntil?: string;
  readonly memberUntil?: string;
  readonly credentialUntil?: string;
  readonly deadline?: string;
  readonly approvalUntil?: string;
}

const SINCE = '2026-07-09T00:00:00Z';

/** The envelope member that carries an execution context (aip section 13). */
export function context(facts: CallerFacts = {}): { extensions: Json } {
  const principal = { id: facts.principal ?? 'agent:planner', kind: 'agent' };
  const tenant = facts.tenant === undefined ? 'tenant-local' : facts.tenant;
  const until = (time: string | undefined): Members => (time === undefined ? {} : { expires_at: time });
  const value: Members = {
    actor: {
      principal,
      scheme: 'mtls',
      issuer: 'test',
      authenticated_at: SINCE,
      ...until(facts.authenticatedUntil),
    },
    ...(tenant === null
      ? {}
      : {
          tenant: {
            tenant: { id: tenant },
            membership_id: 'member-1',
            verified_at: SINCE,
            ...until(facts.memberUntil),
          },
        }),
    ...(facts.credentialUntil === undefined
      ? {}
      : {
          credential: {
            id: 'cred-1',
            issuer: 'vault',
            scopes: [],
            tenant_id: null,
            expires_at: facts.credentialUntil,
          },
        }),
    ...(facts.deadline === undefined ? {} : { deadline: facts.deadline }),
    ...(facts.approvalUntil === undefined
      ? {}
      : { approval: { approval_ids: ['appr_1'], record: approvalRecord(facts.approvalUntil) } }),
  };
  return { extensions: { 'aip.execution_context.v1': value } };
}

function approvalRecord(expiresAt: string): Members {
  const planner = { id: 'agent:planner', kind: 'agent' };
  return {
    request: {
      id: 'appr_1',
      action_id: 'act_1',
      capability_id: 'cap:hermes_agent:hermes-a:operator',
      requester: planner,
      subject: planner,
      approver_selector: { type: 'tenant_policy' },
      reason: 'high risk',
      expires_at: expiresAt,
    },
    status: 'approved',
    created_at: SINCE,
    updated_at: SINCE,
  };
}

/** An `approval` for an Action, as the runtime admits it. */
export const APPROVED: Json = {
  approval_id: 'appr_1',
  decision: 'approved',
  approver: { id: 'user:ada', kind: 'human' },
  decided_at: SINCE,
};
