import type { ApprovalDecision } from '../messages/approval-decision.js';
import type { ApprovalRecordView } from '../messages/approval-record-view.js';
import type { ApprovalRequest } from '../messages/approval-request.js';
import type { EvidenceArtifact } from '../messages/evidence-artifact.js';
import { identityRules } from './identity-rules.js';
import type { RuleBook } from './rule-book.js';

/** Core rules of an approval request (aip section 15). */
export function approvalRequestRules(request: ApprovalRequest, path: string, book: RuleBook): void {
  book.notBlank(request.reason, `${path}/reason`);
  evidenceRules(request.evidence, `${path}/evidence`, book);
  if (request.identity) identityRules(request.identity, `${path}/identity`, book);
}

/** Core rules of an approval decision (aip section 15). */
export function approvalDecisionRules(decision: ApprovalDecision, path: string, book: RuleBook): void {
  book.notBlank(decision.reason, `${path}/reason`);
  decision.constraints?.forEach((constraint, index) => {
    book.notBlank(constraint.field, `${path}/constraints/${index}/field`);
    book.notBlank(constraint.operator, `${path}/constraints/${index}/operator`);
  });
  evidenceRules(decision.evidence, `${path}/evidence`, book);
}

/** Core rules of an approval record (aip section 15). */
export function approvalRecordViewRules(record: ApprovalRecordView, path: string, book: RuleBook): void {
  approvalRequestRules(record.request, `${path}/request`, book);
  if (record.decision) {
    approvalDecisionRules(record.decision, `${path}/decision`, book);
    book.refuse(
      record.decision.approval_id !== record.request.id,
      `${path}/decision/approval_id`,
      'is of another approval',
    );
  }
  book.notBlank(record.status, `${path}/status`);
}

function evidenceRules(
  evidence: readonly EvidenceArtifact[] | undefined,
  path: string,
  book: RuleBook,
): void {
  evidence?.forEach((item, index) => {
    book.notBlank(item.id, `${path}/${index}/id`);
    book.notBlank(item.kind, `${path}/${index}/kind`);
  });
}
