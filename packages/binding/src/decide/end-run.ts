import type { JsonObject, ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';
import type { BindingEvent } from '../events/binding-event.js';
import type { SeenBy } from '../events/outcome.js';
import type { BindingState, BindingStatus } from '../state.js';
import { outputFacts } from './output-facts.js';
import { keepProvider, textMember, type ProviderLimits } from './provider-says.js';
import { settledByTheEnd } from './settles.js';

/** How a run can end by the provider's word. */
export type ProviderEnding = 'completed' | 'failed' | 'cancelled';

/** The next free sequence; a batch in preparation is ahead of the folded state. */
export interface EndingPlace {
  readonly sequence: number;
  readonly seenBy: SeenBy;
}

/**
 * The terminal event for what the provider said, by stream or poll (SPEC R2, X3, X10, G8). `said` is the terminal
 * event or the status document.
 */
export function endRun(
  state: BindingState,
  ending: ProviderEnding,
  said: JsonObject,
  limits: ProviderLimits,
  place: EndingPlace,
): BindingEvent {
  const kept = keepProvider(said, limits.max_output_bytes, limits.secrets);
  const base = {
    sequence: place.sequence,
    seen_by: place.seenBy,
    ...kept,
    output: outputFacts(state, ending satisfies BindingStatus, `run.${ending}`),
    settles: settledByTheEnd(state),
  };
  switch (ending) {
    case 'completed':
      return { type: 'RunCompleted', data: base };
    case 'cancelled':
      return {
        type: 'RunCancelled',
        data: { ...base, error: state.binding.cancel_requested ? null : providerStopped() },
      };
    case 'failed': {
      const reason = textMember(kept.provider, 'error');
      const evidence = { request_sent: true, reason: 'the provider reported a failure' };
      return {
        type: 'RunFailed',
        data: { ...base, phase: 'observation', error: runFailed(reason), evidence },
      };
    }
  }
}

/** Provider words in an error stay short: the whole text is in the output's provider object. */
const MAX_REASON_CHARS = 2_000;

function runFailed(reason: string | null): ProtocolError {
  const words = reason === null ? 'without saying why' : reason.slice(0, MAX_REASON_CHARS);
  return operatorError('connector.hermes_agent.operator_failed', `The Hermes run failed: ${words}`, {
    rule: 'R2',
    details: { provider_error: reason === null ? null : words },
  });
}

function providerStopped(): ProtocolError {
  const message =
    'Hermes reported the run as cancelled although nobody here asked for it, as it does when it shuts down. ' +
    'Its work may still be going on; check its side effects before anything is done again.';
  return operatorError('connector.hermes_agent.provider_stopped', message, { rule: 'X10' });
}
