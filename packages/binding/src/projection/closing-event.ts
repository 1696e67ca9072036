import type { JsonObject, ProtocolError } from '@aip-hermes/aip';
import type { TerminalEvent } from '../result/stored-result.js';

/**
 * What the closing chunk says when the provider said nothing (SPEC O11, O3): `connector.<word>` with the phase,
 * the evidence and the error's code and message.
 */
export function closingEvent(event: TerminalEvent): JsonObject {
  switch (event.type) {
    case 'RunCompleted':
      return { event: 'connector.completed' };
    case 'RunCancelled':
      return { event: 'connector.cancelled', ...summary(event.data.error) };
    case 'RunFailed':
      return { event: `connector.${wordOf(event.data.error)}`, ...facts(event.data) };
    case 'RunOutcomeUnknown':
      return { event: 'connector.outcome_unknown', ...facts(event.data) };
  }
}

/** The last part of the code without `operator_`: `not_started`, `start_rejected`, `deadline_exceeded`. */
function wordOf(error: ProtocolError): string {
  const last = error.code.slice(error.code.lastIndexOf('.') + 1);
  const word = last.startsWith('operator_') ? last.slice('operator_'.length) : last;
  return WORD.test(word) ? word : 'failed';
}

const WORD = /^[a-z][a-z_]{0,63}$/;

function facts(
  data: Extract<TerminalEvent, { type: 'RunFailed' | 'RunOutcomeUnknown' }>['data'],
): JsonObject {
  return { phase: data.phase, ...data.evidence, ...summary(data.error) };
}

function summary(error: ProtocolError | null): JsonObject {
  return error === null ? {} : { error: { code: error.code, message: error.message } };
}
