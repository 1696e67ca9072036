import { protocolError, type ProtocolError } from '@aip-hermes/aip';
import { operatorError, type RunRequest, type StoredResult } from '@aip-hermes/binding';
import { AppendTooLarge } from '@aip-hermes/event-log';
import type { AdmissionDeps } from './admission-deps.js';

/**
 * Serves the stored result once more (SPEC B5, M10); the error when it was served too often lately (B8), `reused`
 * when its message id stands for another command (M9), else null.
 * @throws LogUnavailable
 */
export async function replayFor(
  deps: AdmissionDeps,
  request: RunRequest,
  result: StoredResult,
  signal: AbortSignal,
): Promise<ProtocolError | 'reused' | null> {
  const invocation = { ...request.invocation, role: 'replay' } as const;
  const { command_sha256 } = request;
  const served = { source_action_id: request.requested.action_id, invocation, result, command_sha256 };
  try {
    const outcome = await deps.beside.replay(served, signal);
    if (outcome === 'reused') return outcome;
    if (outcome !== 'full') return null;
  } catch (fault) {
    if (fault instanceof AppendTooLarge) return tooLargeForTheLog(fault);
    throw fault;
  }
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
