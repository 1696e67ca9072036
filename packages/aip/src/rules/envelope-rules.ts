import type { Envelope } from '../messages/envelope.js';
import { actionRules } from './action-rules.js';
import { approvalDecisionRules, approvalRecordViewRules, approvalRequestRules } from './approval-rules.js';
import { delegationRequestRules, delegationResultRules } from './delegation-rules.js';
import type { RuleBook } from './rule-book.js';

/** Core rules of an envelope whose type and body agree (aip section 15). */
export function envelopeRules(envelope: Envelope, book: RuleBook): void {
  book.notEmpty(envelope.message_id, '/message_id');
  book.notEmpty(envelope.idempotency_key, '/idempotency_key');
  bodyRules(envelope, book);
}

function bodyRules(envelope: Envelope, book: RuleBook): void {
  switch (envelope.message_type) {
    case 'aip.core.v1.action':
      actionRules(envelope.body.action, '/body/action', book);
      return;
    case 'aip.core.v1.action_result':
      book.refuse(
        envelope.body.action_result.status === 'failed' && !envelope.body.action_result.error,
        '/body/action_result/error',
        'a failed result needs its error',
      );
      return;
    case 'aip.agent.v1.delegation_request':
      delegationRequestRules(envelope.body.delegation_request, '/body/delegation_request', book);
      return;
    case 'aip.agent.v1.delegation_result':
      delegationResultRules(envelope.body.delegation_result, '/body/delegation_result', book);
      return;
    case 'aip.policy.v1.approval_request':
      approvalRequestRules(envelope.body.approval_request, '/body/approval_request', book);
      return;
    case 'aip.policy.v1.approval_decision':
      approvalDecisionRules(envelope.body.approval_decision, '/body/approval_decision', book);
      return;
    case 'aip.policy.v1.approval_record_view':
      approvalRecordViewRules(envelope.body.approval_record_view, '/body/approval_record_view', book);
      return;
    case 'aip.core.v1.ack':
    case 'aip.core.v1.stream_chunk':
    case 'aip.core.v1.cancel':
    case 'aip.core.v1.error':
    case 'aip.discovery.v1.event_stream_response':
      return;
  }
}
