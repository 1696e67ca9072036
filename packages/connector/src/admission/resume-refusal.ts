import type { ProtocolError } from '@aip-hermes/aip';
import { notAvailableYet, operatorError, parseOperatorInput, type VerifiedCaller } from '@aip-hermes/binding';
import type { AdmissionDeps } from './admission-deps.js';
import { inTurn } from './in-turn.js';
import { isVisible } from './is-visible.js';
import type { TakenOf } from './taken-command.js';

/** Whether the source that a resume names exists for the caller (SPEC B7); never rejects before it is awaited. */
export type ResumedSource = PromiseLike<boolean>;

/**
 * Looks for the source of a resume, behind the commands for it that came earlier. The place in its queue is taken
 * now, and nobody waits for a command that came later, so two resumes that name each other cannot lock each other.
 */
export function resumedSource(
  deps: AdmissionDeps,
  taken: TakenOf<'aip.core.v1.action'>,
  caller: VerifiedCaller,
): ResumedSource {
  const { action } = taken.envelope.body;
  const input = parseOperatorInput(action.input);
  if (input.kind !== 'resume' || input.source_action_id === action.id) return Promise.resolve(false);
  const found = inTurn(deps.registry, input.source_action_id, taken.signal, async (stream) =>
    isVisible(await stream.refresh(), caller),
  );
  // Whoever awaits it hears of a failure; nobody does when the resume is decided without it.
  found.catch(() => undefined);
  return found;
}

/** Answers to prompts come with their own feature; what can be said now is whether the source exists (SPEC A2, B7). */
export function resumeRefusal(sourceExists: boolean): ProtocolError {
  if (sourceExists) return notAvailableYet('resume');
  const message = 'There is no source Action with this id.';
  return operatorError('connector.hermes_agent.operator_policy', message);
}
