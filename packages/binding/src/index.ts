export { ERROR_CATALOGUE, type ErrorEntry, type OperatorErrorCode } from './errors/error-catalogue.js';
export { errorFacts, operatorError, type OperatorErrorOptions } from './errors/operator-error.js';
export { requestFingerprint, type RequestIdentity } from './fingerprint.js';
export {
  capabilityIdOf,
  CONNECTOR_AGENT_ID,
  endpointOfCapability,
  normaliseEndpointId,
} from './manifest/capability-id.js';
export { manifest } from './manifest/manifest.js';
export { operatorCapability, type ManifestEndpoint } from './manifest/operator-capability.js';
export { DEFAULT_POLICY } from './policy/default-policy.js';
export { checkAgainstLog, effectiveInputLimit } from './policy/log-limits.js';
export { mergePolicy } from './policy/merge-policy.js';
export { parsePolicy, type PolicyResult } from './policy/parse-policy.js';
export { POLICY_BOUNDS } from './policy/policy-bounds.js';
export { policyDigest } from './policy/policy-digest.js';
export type { Policy, PolicyProblem } from './policy/policy.js';
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
export { redactProvider } from './redaction/redact-provider.js';
export { redactText } from './redaction/redact-text.js';
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
export { capProvider } from './truncation.js';
