import type { JsonObject } from '@aip-hermes/aip';
import type { OutputFacts } from '../events/outcome.js';

/** What a result's `output` says beside the facts. */
export interface OutputParts {
  readonly pendingApproval: JsonObject | null;
  readonly provider: JsonObject | null;
}

/** A result's `output`: exactly the members of SPEC R1, in its order, nullable ones present as null. */
export function outputOf(facts: OutputFacts, parts: OutputParts): JsonObject {
  return {
    endpoint_id: facts.endpoint_id,
    run_id: facts.run_id,
    session_id: facts.session_id,
    source_action_id: facts.source_action_id,
    delegation_id: facts.delegation_id,
    parent_action_id: facts.parent_action_id,
    status: facts.status,
    last_event: facts.last_event,
    pending_approval: parts.pendingApproval,
    provider: parts.provider,
  };
}
