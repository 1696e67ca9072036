export type { Json, JsonObject } from './json/json.js';
export { isJsonNumber, jsonNumber, type JsonNumber } from './json/json-number.js';
export type { LosslessJson, LosslessJsonObject } from './json/lossless-json.js';
export type { AnyJson, AnyJsonObject } from './json/walk-json.js';
export { jsonPointer } from './json/json-pointer.js';
export {
  DEFAULT_MAX_DEPTH,
  parseLossless,
  type LosslessFault,
  type LosslessResult,
  type ParseLimits,
} from './json/parse-lossless.js';
export { findIllFormedText } from './json/find-ill-formed-text.js';
export { toPlainJson, type NumberFault, type PlainJsonResult } from './json/to-plain-json.js';
export { parseProviderJson, type ProviderJsonResult } from './json/parse-provider-json.js';

export { canonicalJson } from './canonical/canonical-json.js';
export { sha256Base64Url, sha256Hex } from './canonical/sha256.js';
export { uuidsV5In, uuidV5 } from './canonical/uuid-v5.js';
export { actionInputHash, idempotencyHash, planHash, type HashedAction } from './canonical/action-hashes.js';
export { chainRootHash, receiptHash } from './canonical/receipt-hashes.js';

export { ackSchema, type Ack } from './messages/ack.js';
export { actionSchema, type Action, type DelegationEntry } from './messages/action.js';
export {
  actionResultSchema,
  type ActionResult,
  type ActionResultStatus,
  type Usage,
} from './messages/action-result.js';
export type { ActionStatus } from './messages/action-status.js';
export type { ActionTransaction } from './messages/action-transaction.js';
export { approvalDecisionSchema, type ApprovalDecision } from './messages/approval-decision.js';
export type { ApprovalPolicy } from './messages/approval-policy.js';
export { approvalRecordViewSchema, type ApprovalRecordView } from './messages/approval-record-view.js';
export { approvalRequestSchema, type ApprovalRequest } from './messages/approval-request.js';
export type { ApprovalRule, Risk } from './messages/approval-rule.js';
export type { ApproverSelector } from './messages/approver-selector.js';
export type { Callback } from './messages/callback.js';
export { cancelSchema, type Cancel, type CancelTarget } from './messages/cancel.js';
export type { Conversation } from './messages/conversation.js';
export { delegationRequestSchema, type DelegationRequest } from './messages/delegation-request.js';
export {
  delegationResultSchema,
  type DelegationResult,
  type DelegationStatus,
} from './messages/delegation-result.js';
export { envelopeSchema, type BodyOf, type Envelope, type EnvelopeOf } from './messages/envelope.js';
export { eventStreamSchema, type EventStream } from './messages/event-stream.js';
export type { EvidenceArtifact } from './messages/evidence-artifact.js';
export type { IdentityContext, TenantRef } from './messages/identity-context.js';
export { messagePartSchema, type MessagePart } from './messages/message-part.js';
export {
  bodyKeyOf,
  MESSAGE_TYPES,
  type BodyKey,
  type BodyKeyOf,
  type MessageType,
} from './messages/message-type.js';
export { principalSchema, type Principal } from './messages/principal.js';
export {
  protocolErrorSchema,
  type ErrorBody,
  type ErrorCategory,
  type ProtocolError,
} from './messages/protocol-error.js';
export type { Receipt, ReceiptChain } from './messages/receipt-chain.js';
export { streamChunkSchema, type StreamChunk, type StreamChunkKind } from './messages/stream-chunk.js';

export type { Problem } from './rules/problem.js';
export { validateAction, type ActionCheck } from './rules/validate-action.js';
export { validateEnvelope, type EnvelopeResult } from './rules/validate-envelope.js';

export {
  EXECUTION_CONTEXT_EXTENSION,
  executionContextSchema,
  type ApprovalEvidence,
  type AuthenticatedPrincipal,
  type CredentialHandle,
  type ExecutionContext,
  type VerifiedTenant,
} from './context/execution-context.js';
export {
  validateExecutionContext,
  type ExecutionContextResult,
} from './context/validate-execution-context.js';
export { readExecutionContext, type ReadContextResult } from './context/read-execution-context.js';
export { checkExecutionContext, type ContextCheck } from './context/check-execution-context.js';

export { derivedMessageId, formatId, type IdPrefix } from './ids.js';
export { formatTimestamp, parseTimestamp } from './timestamp.js';
export { protocolError, type ProtocolErrorInit } from './build-protocol-error.js';
export { AIP_CONTENT_TYPE, messageHeaders, type MessageHeaderOptions } from './message-headers.js';
