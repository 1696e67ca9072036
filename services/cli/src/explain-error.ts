import { LogIncompatible, LogUnavailable } from '@aip-hermes/event-log';
import { BusIncompatible, BusUnavailable, CheckpointMoved, RecordTooLarge } from '@aip-hermes/message-bus';
import { LogAndBusMismatch, NewerEvent } from '@aip-hermes/connector';
import { CliError } from './cli-error.js';

/** Every failure as one a person can read; what nobody foresaw is an internal error. */
export function explainError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (
    error instanceof LogUnavailable ||
    error instanceof LogIncompatible ||
    error instanceof BusUnavailable ||
    error instanceof BusIncompatible ||
    error instanceof CheckpointMoved ||
    error instanceof LogAndBusMismatch ||
    error instanceof NewerEvent
  ) {
    return new CliError('unreachable', error.message);
  }
  if (error instanceof RecordTooLarge) return new CliError('usage', error.message);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CliError('internal', `Something unforeseen happened; please report it. ${text}`);
}
