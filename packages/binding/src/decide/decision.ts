import type { ProtocolError } from '@aip-hermes/aip';
import type { BindingEvent } from '../events/binding-event.js';
import type { StoredResult } from '../events/beside.js';

/** What a decision on a binding's stream came to. The shell appends, or does nothing and says why. */
export type StreamDecision =
  | { readonly kind: 'append'; readonly events: readonly BindingEvent[] }
  | { readonly kind: 'nothing'; readonly why: string };

/** What a decision on a command came to (DESIGN 3.1). */
export type CommandDecision =
  | { readonly kind: 'append'; readonly events: readonly BindingEvent[] }
  /** Refused beside the binding; the error becomes the reply (SPEC M8). */
  | { readonly kind: 'refuse'; readonly error: ProtocolError }
  /** The stored result is served under a replay (SPEC B5, M10). */
  | { readonly kind: 'replay'; readonly result: StoredResult }
  /** This very message was taken before (SPEC M9). */
  | { readonly kind: 'redelivery' }
  /** Its message id stands for another command (SPEC M9). */
  | { readonly kind: 'reused' };

/** Shorthand for events to append. */
export function append(...events: readonly BindingEvent[]): {
  kind: 'append';
  events: readonly BindingEvent[];
} {
  return { kind: 'append', events };
}

/** Shorthand for a decision that changes nothing; `why` goes to the debug log. */
export function nothing(why: string): { kind: 'nothing'; why: string } {
  return { kind: 'nothing', why };
}
