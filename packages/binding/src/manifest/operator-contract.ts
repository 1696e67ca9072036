import type { JsonObject } from '@aip-hermes/aip';

/** The contract of the operator capability, the same for every endpoint but for the texts (SPEC C2). */
export function operatorContract(endpointId: string): JsonObject {
  return {
    side_effects: ['read', 'write', 'send_message', 'external_network', 'code_execution'],
    idempotency: {
      requirement: 'required',
      collision_behavior: 'return_original_result',
      key_scope: 'capability',
      ttl_ms: 86_400_000,
    },
    execution: {
      supports_sync: true,
      supports_async: true,
      supports_streaming: true,
      supports_cancel: true,
      supports_retry: false,
      expected_completion: 'streaming',
      retry_safety: 'unsafe',
    },
    data: { sensitivity: 'confidential', contains_pii: true, redaction_required: true },
    approval: {
      required: true,
      reason: `An operator run on Hermes endpoint ${endpointId} may change systems, send messages and execute code.`,
      approver_selector: { type: 'tenant_policy' },
      ttl_ms: 900_000,
      evidence_requirements: ['reason', 'input_snapshot', 'policy_decision'],
      minimum_distinct_principals: 1,
      separation_of_duties: {
        requester_must_differ: false,
        operator_must_differ: false,
        allow_self_approval: false,
      },
    },
    sla: {
      expected_latency_ms: 30_000,
      timeout_ms: 900_000,
      async_expected: true,
      max_queue_delay_ms: 10_000,
      availability_target: '99.9%',
    },
    compensation: { mode: 'rollback_not_supported', requires_approval: true },
  };
}
