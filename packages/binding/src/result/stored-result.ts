import type { JsonObject, MessagePart } from '@aip-hermes/aip';
import type { BindingEvent } from '../events/binding-event.js';
import type { StoredResult } from '../events/beside.js';
import { outputOf } from './output-of.js';
import { providerOf } from './provider-of.js';
import { wellFormedText } from './well-formed-text.js';

/** The events that end a run (SPEC B4). */
export type TerminalEvent = Extract<
  BindingEvent,
  { type: 'RunCompleted' | 'RunFailed' | 'RunCancelled' | 'RunOutcomeUnknown' }
>;

/**
 * The result of an ended run, as every invocation and every replay gets it (SPEC R1 to R3, R6; G4). An unknown
 * outcome is a failed result with the unknown-outcome error (R2).
 */
export function storedResultOf(event: TerminalEvent): StoredResult {
  const { data } = event;
  const provider = providerOf(data);
  const output = outputOf(data.output, { pendingApproval: data.output.pending_approval, provider });
  const next_sequence = data.sequence + 1;
  switch (event.type) {
    case 'RunCompleted': {
      const message = completedMessage(provider, output);
      return { status: 'completed', output, message, error: null, next_sequence };
    }
    case 'RunCancelled':
      return { status: 'cancelled', output, message: [], error: event.data.error, next_sequence };
    case 'RunFailed':
    case 'RunOutcomeUnknown':
      return { status: 'failed', output, message: [], error: event.data.error, next_sequence };
  }
}

/** SPEC R3: the provider's text, if any, then the output. */
function completedMessage(provider: JsonObject | null, output: JsonObject): readonly MessagePart[] {
  const text = provider?.['output'];
  const json: MessagePart = { type: 'json', data: output };
  if (typeof text !== 'string' || text === '') return [json];
  return [{ type: 'text', text: wellFormedText(text) }, json];
}
