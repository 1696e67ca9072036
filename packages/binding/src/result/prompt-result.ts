import type { JsonObject } from '@aip-hermes/aip';
import type { ApprovalAnswerApplied, ApprovalAnswerRejected, ApprovalRequested } from '../events/approval.js';
import type { StoredResult } from '../events/beside.js';
import { outputOf } from './output-of.js';
import { providerOf } from './provider-of.js';

/** A prompt as results show it: the provider's event, what was cut from it, and its generation (SPEC A1, A9). */
export function pendingApprovalOf(
  event: Pick<ApprovalRequested, 'provider' | 'truncated' | 'generation'>,
): JsonObject {
  return { ...providerOf(event), approval_generation: event.generation };
}

/** What the open invocations are told when a prompt opens (SPEC A1, R2, R3). */
export function requiresHumanResultOf(
  event: Pick<ApprovalRequested, 'sequence' | 'generation' | 'provider' | 'truncated' | 'output'>,
): StoredResult {
  const output = outputOf(event.output, { pendingApproval: pendingApprovalOf(event), provider: null });
  return requiresHuman(output, event.sequence + 1);
}

/** What an applied answer is told while another prompt is open: that prompt, as in the event's output (SPEC A5). */
export function appliedResultOf(
  event: Pick<ApprovalAnswerApplied, 'output' | 'next_sequence'>,
): StoredResult {
  const output = outputOf(event.output, { pendingApproval: event.output.pending_approval, provider: null });
  return requiresHuman(output, event.next_sequence);
}

/** What a rejected answer is told: failed, although its run still waits (SPEC A5). */
export function rejectedResultOf(
  event: Pick<ApprovalAnswerRejected, 'output' | 'next_sequence' | 'error'>,
): StoredResult {
  const output = outputOf(event.output, { pendingApproval: event.output.pending_approval, provider: null });
  return { status: 'failed', output, message: [], error: event.error, next_sequence: event.next_sequence };
}

function requiresHuman(output: JsonObject, next_sequence: number): StoredResult {
  return {
    status: 'requires_human',
    output,
    message: [{ type: 'json', data: output }],
    error: null,
    next_sequence,
  };
}
