import type {
  ApprovalAnswerApplied,
  ApprovalAnswerClaimed,
  ApprovalAnswerOutcomeUnknown,
  ApprovalAnswerRejected,
  ApprovalExpired,
  ApprovalRequested,
} from '../events/approval.js';
import { pendingApprovalOf } from '../result/prompt-result.js';
import type { BindingState } from '../state.js';
import type { EventFacts } from './event-facts.js';
import { isFollowed } from './followed.js';
import { settleInvocations } from './invocations.js';
import { enterAnswer, settleAnswer } from './ledger.js';
import { closePrompts, openPrompt } from './prompts.js';
import {
  isChoice,
  isCount,
  isId,
  isListOf,
  isObject,
  isObjectOrNull,
  isSettles,
  isText,
  isTextOrNull,
  isTruncatedOrAbsent,
} from './readable.js';

/** State table, row ApprovalRequested: the run waits, unless a cancel is under way (SPEC A1). */
export function requestApproval(state: BindingState, data: ApprovalRequested, facts: EventFacts): boolean {
  const { binding } = state;
  if (!isFollowed(binding.status) || !isReadablePrompt(data)) return false;
  if (binding.status !== 'cancelling') binding.status = 'waiting_for_approval';
  binding.next_sequence = data.sequence + 1;
  binding.last_event = 'approval.request';
  openPrompt(state, {
    generation: data.generation,
    request_id: data.request_id,
    choices: data.choices,
    prompt: pendingApprovalOf(data),
    opened_at: facts.recordedAt,
  });
  settleInvocations(state, data.settles);
  return true;
}

/** State table, row ApprovalAnswerClaimed: nothing is answered once a cancel was requested (SPEC A3, X9). */
export function claimAnswer(state: BindingState, data: ApprovalAnswerClaimed): boolean {
  const { status, open_prompts } = state.binding;
  const awaited = status === 'waiting_for_approval' || (status === 'running' && open_prompts.length > 0);
  if (!awaited || !isReadableClaim(data)) return false;
  enterAnswer(state, data);
  return true;
}

/** State table, row ApprovalAnswerApplied: its prompts close (SPEC A5). */
export function applyAnswer(state: BindingState, data: ApprovalAnswerApplied, facts: EventFacts): boolean {
  if (!isFollowed(state.binding.status) || !isReadableOutcome(data)) return false;
  if (!isListOf(data.closes, isCount) || !isSettles(data.settles)) return false;
  settleAnswer(state, { ...data, status: 'applied' }, facts.recordedAt);
  closePrompts(state, data.closes);
  settleInvocations(state, data.settles);
  state.answersSettled += 1;
  return true;
}

/** State table, row ApprovalAnswerRejected: the prompt stays open (SPEC A5). */
export function rejectAnswer(state: BindingState, data: ApprovalAnswerRejected, facts: EventFacts): boolean {
  if (!isFollowed(state.binding.status) || !isReadableOutcome(data) || !isSettles(data.settles)) return false;
  settleAnswer(state, { ...data, status: 'rejected' }, facts.recordedAt);
  settleInvocations(state, data.settles);
  state.answersSettled += 1;
  return true;
}

/** State table, row ApprovalAnswerOutcomeUnknown: the RunOutcomeUnknown beside it ends the run (SPEC A5, A6). */
export function loseAnswer(
  state: BindingState,
  data: ApprovalAnswerOutcomeUnknown,
  facts: EventFacts,
): boolean {
  if (!isFollowed(state.binding.status) || !isReadableOutcome(data)) return false;
  settleAnswer(state, { ...data, status: 'outcome_unknown' }, facts.recordedAt);
  state.answersSettled += 1;
  return true;
}

/** State table, row ApprovalExpired: closed without an answer from here (SPEC A10). */
export function expirePrompt(state: BindingState, { sequence, generation }: ApprovalExpired): boolean {
  if (!isFollowed(state.binding.status) || !isCount(sequence) || !isCount(generation)) return false;
  state.binding.next_sequence = sequence + 1;
  closePrompts(state, [generation]);
  state.answersSettled += 1;
  return true;
}

function isReadablePrompt(data: ApprovalRequested): boolean {
  return (
    isCount(data.sequence) &&
    isCount(data.generation) &&
    isTextOrNull(data.request_id) &&
    (data.choices === null || isListOf(data.choices, isText)) &&
    isObject(data.provider) &&
    isTruncatedOrAbsent(data.truncated) &&
    isSettles(data.settles)
  );
}

function isReadableClaim(data: ApprovalAnswerClaimed): boolean {
  const { action_id, request_fingerprint, claim_id, instance_id, claimed_at, expires_at } = data;
  return (
    [action_id, request_fingerprint, claim_id, instance_id].every(isId) &&
    isText(claimed_at) &&
    isText(expires_at) &&
    isCount(data.approval_generation) &&
    isChoice(data.choice) &&
    typeof (data.resolve_all as unknown) === 'boolean'
  );
}

function isReadableOutcome(data: ApprovalAnswerOutcomeUnknown): boolean {
  return isId(data.action_id) && isObjectOrNull(data.diagnostic);
}
