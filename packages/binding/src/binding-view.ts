import type { JsonObject } from '@aip-hermes/aip';
import type { ApprovalCommand, BindingState, OpenPrompt } from './state.js';

/**
 * The binding as people and other programs see it: exactly the fields of SPEC 3 in its order, nullable ones present
 * as null. A snapshot: later events do not change it.
 */
export function bindingView({ binding }: BindingState): JsonObject {
  return {
    action_id: binding.action_id,
    request_fingerprint: binding.request_fingerprint,
    endpoint_id: binding.endpoint_id,
    run_id: binding.run_id,
    session_id: binding.session_id,
    start_claim: binding.start_claim === null ? null : { ...binding.start_claim },
    delegation_id: binding.delegation_id,
    parent_action_id: binding.parent_action_id,
    status: binding.status,
    cancel_requested: binding.cancel_requested,
    last_event: binding.last_event,
    next_sequence: binding.next_sequence,
    approval_generation: binding.approval_generation,
    approval_commands: binding.approval_commands.map(commandView),
    pending_approval: binding.pending_approval,
    output: binding.output,
    error: binding.error as JsonObject | null,
    created_at: binding.created_at,
    updated_at: binding.updated_at,
    tenant: binding.tenant === null ? null : { id: binding.tenant.id, system: binding.tenant.system },
    principal: { id: binding.principal.id, kind: binding.principal.kind },
    open_prompts: binding.open_prompts.map(promptView),
    observation: binding.observation === null ? null : { ...binding.observation },
  };
}

function commandView(command: ApprovalCommand): JsonObject {
  return { ...command };
}

function promptView(prompt: OpenPrompt): JsonObject {
  return { ...prompt };
}
