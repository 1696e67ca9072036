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
