import type { JsonObject } from '@aip-hermes/aip';
import type { ApprovalAnswerClaimed } from '../events/approval.js';
import type { ApprovalCommand, BindingState } from '../state.js';

/** What became of a claimed answer (SPEC A3). */
interface AnswerOutcome {
  readonly action_id: string;
  readonly status: Exclude<ApprovalCommand['status'], 'claimed'>;
  readonly diagnostic: JsonObject | null;
}

/** Enters a claimed answer into the ledger (SPEC A3). */
export function enterAnswer(state: BindingState, claimed: ApprovalAnswerClaimed): void {
  state.binding.approval_commands.push({
    action_id: claimed.action_id,
    request_fingerprint: claimed.request_fingerprint,
    approval_generation: claimed.approval_generation,
    choice: claimed.choice,
    resolve_all: claimed.resolve_all,
    claim_id: claimed.claim_id,
    instance_id: claimed.instance_id,
    status: 'claimed',
    diagnostic: null,
    created_at: claimed.claimed_at,
    updated_at: claimed.claimed_at,
    expires_at: claimed.expires_at,
  });
}

/** Notes the outcome at the newest answer of that resume Action; an answer never claimed leaves the ledger alone. */
export function settleAnswer(state: BindingState, outcome: AnswerOutcome, recordedAt: string): void {
  const commands = state.binding.approval_commands;
  const index = commands.findLastIndex((command) => command.action_id === outcome.action_id);
  const command = commands[index];
  if (command === undefined) return;
  const { status, diagnostic } = outcome;
  commands[index] = { ...command, status, diagnostic, updated_at: recordedAt };
}
