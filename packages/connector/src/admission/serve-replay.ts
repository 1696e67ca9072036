import { protocolError, type ProtocolError } from '@aip-hermes/aip';
import { operatorError, type RunRequest, type StoredResult } from '@aip-hermes/binding';
import type { AppendTooLarge } from '@aip-hermes/event-log';
import type { AdmissionDeps } from './admission-deps.js';

/**
 * Serves the stored result once more (SPEC B5, M10); the error when it was served too often lately (B8), else null.
 * @throws LogUnavailable, AppendTooLarge
 */
export async function replayFor(
  deps: AdmissionDeps,
  request: RunRequest,
  result: StoredResult,
  signal: AbortSignal,
): Promise<ProtocolError | null> {
  const invocation = { ...request.invocation, role: 'replay' } as const;
  const served = { source_action_id: request.requested.action_id, invocation, result };
  if ((await deps.beside.replay(served, signal)) !== 'full') return null;
  const message = 'This Action was replayed too often within a day; its result was published each time.';
  return operatorError('connector.hermes_agent.operator_policy', message, { rule: 'B8' });
}

/** SPEC I8: what does not fit one append can never be recorded. */
export function tooLargeForTheLog(fault: AppendTooLarge): ProtocolError {
  return protocolError({
    code: 'action.invalid_input',
    message: `The Action is too large for the event log: ${fault.message}`,
    category: 'permanent',
    retryable: false,
    details: { rule: 'I8' },
  });
}
