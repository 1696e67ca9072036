import { parseTimestamp, type ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';
import type { OperatorRunRequested } from '../events/request.js';

/** The part of a request that can make a start too late. */
export type StartTimes = Pick<OperatorRunRequested, 'sent_at' | 'trusted_deadline' | 'approval_expires_at'>;

/**
 * SPEC I12: what is too old is never started. Returns the refusal, or null while there is time.
 * A time that cannot be read counts as passed: it was validated at admission, so its stream is damaged.
 */
export function tooLateToStart(
  times: StartTimes,
  nowMs: number,
  maxCommandAgeMs: number,
): ProtocolError | null {
  if (hasPassed(times.trusted_deadline, nowMs)) {
    return late(
      'The deadline of the command has passed; nothing was sent. Submit a new Action with a later deadline.',
    );
  }
  if (hasPassed(times.approval_expires_at, nowMs)) {
    return late(
      'The approval of the command has expired; nothing was sent. Have it approved again and submit a new Action.',
    );
  }
  const sentAt = parseTimestamp(times.sent_at);
  if (sentAt === null || nowMs - sentAt > maxCommandAgeMs) {
    return late(
      `The command is older than max_command_age_ms (${maxCommandAgeMs}); nothing was sent. Submit a new Action.`,
    );
  }
  return null;
}

function hasPassed(timestamp: string | null, nowMs: number): boolean {
  if (timestamp === null) return false;
  const at = parseTimestamp(timestamp);
  return at === null || at <= nowMs;
}

function late(message: string): ProtocolError {
  return operatorError('connector.hermes_agent.deadline_exceeded', message, {
    rule: 'I12',
    details: { request_sent: false },
  });
}
