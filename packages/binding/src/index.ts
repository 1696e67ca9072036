export { bindingView } from './binding-view.js';
export { CHAIN_START, nextChain, verifyChain, type ChainedRow, type ChainVerdict } from './chain.js';
export { decodeEvent, type DecodedEvent } from './codec/decode-event.js';
export type { EventRow } from './codec/event-row.js';
export { tooLateToStart, type StartTimes } from './decide/before-start.js';
export { bindRun, type AcceptedStart } from './decide/bind-run.js';
export { claimStart } from './decide/claim-start.js';
export { deadlineOf } from './decide/deadline.js';
export type { CommandDecision, StreamDecision } from './decide/decision.js';
export { endStream } from './decide/end-stream.js';
export { joinRun, MAX_OPEN_INVOCATIONS } from './decide/join-run.js';
export { recordLateEvidence } from './decide/late-evidence.js';
export { loseObservation, type LostObservation } from './decide/lose-observation.js';
export { notAvailableYet } from './decide/not-available.js';
export type { ProviderLimits } from './decide/provider-says.js';
export { recordEvents, type SeenEvent } from './decide/record-events.js';
export { meaningOfStatus, recordStatus, type StatusMeaning } from './decide/record-status.js';
export { requestRun, type RequestFacts, type RunRequest } from './decide/request-run.js';
export {
  abandonStart,
  condemnClaim,
  loseStart,
  rejectStart,
  type StartRejection,
} from './decide/settle-start.js';
export { takenAs, type TakenAs } from './decide/taken-as.js';
export { takeOver } from './decide/take-over.js';
export { ERROR_CATALOGUE, type OperatorErrorCode } from './errors/error-catalogue.js';
export type { ErrorEntry } from './errors/error-entry.js';
export { errorFacts, operatorError, type OperatorErrorOptions } from './errors/operator-error.js';
export type { ApprovalChoice, ApprovalRequested } from './events/approval.js';
export { BESIDE_EVENT_TYPES, type BesideEvent, type BesideEventType } from './events/beside-event.js';
export type { CommandRefused, RefusalReply, ReplayServed, StoredResult } from './events/beside.js';
export {
  BINDING_EVENT_TYPES,
  type BindingEvent,
  type BindingEventData,
  type BindingEventType,
} from './events/binding-event.js';
export type { ChunkKind, Truncation } from './events/observation.js';
export type { Evidence, OutputFacts } from './events/outcome.js';
export type { OperatorRunRequested, VerifiedCaller } from './events/request.js';
export type { RunStartClaimed } from './events/start.js';
export type { EventFacts } from './evolve/event-facts.js';
export { evolve } from './evolve/evolve.js';
export { requestFingerprint, type RequestIdentity } from './fingerprint.js';
export { foldBinding } from './fold.js';
export type { Invocation, InvocationMode, InvocationRole } from './invocation.js';
export {
  capabilityIdOf,
  CONNECTOR_AGENT_ID,
  endpointOfCapability,
  normaliseEndpointId,
} from './manifest/capability-id.js';
export { manifest } from './manifest/manifest.js';
export { operatorCapability, type ManifestEndpoint } from './manifest/operator-capability.js';
export {
  PROJECTION_VERSION,
  SCHEMA_VERSION,
  type EventMetadata,
  type ProjectionContext,
} from './metadata.js';
export { DEFAULT_POLICY } from './policy/default-policy.js';
export { checkAgainstLog, effectiveInputLimit } from './policy/log-limits.js';
export { mergePolicy } from './policy/merge-policy.js';
export { parsePolicy, type PolicyResult } from './policy/parse-policy.js';
export { POLICY_BOUNDS } from './policy/policy-bounds.js';
export { policyDigest } from './policy/policy-digest.js';
export type { Policy, PolicyProblem } from './policy/policy.js';
export { isSharedKey, messageKey } from './projection/message-key.js';
export type { Message, RecordedRow } from './projection/message.js';
export { projectEvent, type Projection } from './projection/project-event.js';
export { publishableEventTypes, type PublishableEventType } from './projection/publishable-event-types.js';
export {
  publishableMessages,
  type Publication,
  type Substitution,
} from './projection/publishable-messages.js';
export type { SubstituteReason } from './projection/substitute-draft.js';
export { substituteFor } from './projection/substitute-for.js';
export { idempotencyHeader, type StartIdentity } from './provider-payload/idempotency-header.js';
export { isOperatorActionId } from './provider-payload/operator-action-id.js';
export type { OperatorAction } from './provider-payload/operator-action.js';
export { operatorInput, providerInputBytes } from './provider-payload/operator-input.js';
export {
  parseOperatorInput,
  type BadInput,
  type ObjectiveInput,
  type ResumeInput,
} from './provider-payload/parse-operator-input.js';
export { sessionIdOf, startBody, type StartBodyParts } from './provider-payload/start-body.js';
export { CREDENTIAL_PATTERNS } from './redaction/credential-patterns.js';
export { MEMBER_RULE } from './redaction/member-rule.js';
export { redactProvider } from './redaction/redact-provider.js';
export { maskSecrets, redactText } from './redaction/redact-text.js';
export { delegatedResultOf } from './result/delegated-result.js';
export { outputOf, type OutputParts } from './result/output-of.js';
export {
  appliedResultOf,
  pendingApprovalOf,
  rejectedResultOf,
  requiresHumanResultOf,
} from './result/prompt-result.js';
export { providerOf } from './result/provider-of.js';
export { storedResultOf, type TerminalEvent } from './result/stored-result.js';
export { sealEvents, type SealContext, type SealedEvents, type SealedRow } from './seal.js';
export { isTerminal, type Binding, type BindingState, type BindingStatus } from './state.js';
export {
  actionIdOfBindingStream,
  bindingStream,
  instanceStream,
  OPEN_BINDINGS_STREAM,
  rejectionStream,
  REJECTION_RETENTION,
  replayStream,
  REPLAY_RETENTION,
  resumeStream,
} from './stream-names.js';
export { capProvider } from './truncation.js';
