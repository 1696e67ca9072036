import type { JsonObject } from '@aip-hermes/aip';
import type { BindingEvent } from '../events/binding-event.js';
import { redactText } from '../redaction/redact-text.js';
import type { BindingState } from '../state.js';
import { outputFacts } from './output-facts.js';
import { keepProvider, type ProviderLimits } from './provider-says.js';
import { openInvocations } from './settles.js';

/** Where a prompt stands: its sequence, generation and how it was seen. */
export interface PromptPlace {
  readonly sequence: number;
  readonly generation: number;
  readonly seenBy: 'stream' | 'poll';
}

/**
 * SPEC A1: the redacted prompt opens with the next generation and the open invocations are told RequiresHuman.
 * While a cancel is under way nobody is asked (state table, `cancelling`).
 */
export function openPrompt(
  state: BindingState,
  said: JsonObject,
  limits: ProviderLimits,
  place: PromptPlace,
): BindingEvent {
  const asks = state.binding.status !== 'cancelling';
  return {
    type: 'ApprovalRequested',
    data: {
      sequence: place.sequence,
      generation: place.generation,
      request_id: requestIdOf(said, limits.secrets),
      choices: choicesOf(said, limits.secrets),
      ...keepProvider(said, limits.max_event_data_bytes, limits.secrets),
      seen_by: place.seenBy,
      output: outputFacts(state, asks ? 'waiting_for_approval' : 'cancelling', 'approval.request'),
      settles: asks ? openInvocations(state) : [],
    },
  };
}

/** The provider's id of a prompt, where it has one. Over-long ids and such with a credential could not be sent back. */
export function requestIdOf(said: JsonObject, secrets: readonly string[]): string | null {
  const id = said['request_id'];
  if (typeof id !== 'string' || id === '' || id.length > MAX_REQUEST_ID_CHARS) return null;
  return redactText(id, secrets) === id ? id : null;
}

/** The provider takes 1 to 256 characters (hermes/README 6.3). */
const MAX_REQUEST_ID_CHARS = 256;

/** Offered choices kept with a prompt. */
const MAX_CHOICES = 16;

function choicesOf(said: JsonObject, secrets: readonly string[]): readonly string[] | null {
  const choices = said['choices'];
  if (!Array.isArray(choices)) return null;
  const texts: string[] = [];
  for (const choice of choices) {
    if (typeof choice === 'string' && texts.length < MAX_CHOICES)
      texts.push(redactText(choice, secrets).slice(0, MAX_REQUEST_ID_CHARS));
  }
  return texts;
}
