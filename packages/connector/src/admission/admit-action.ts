import {
  parseOperatorInput,
  operatorError,
  isOperatorActionId,
  type BindingState,
} from '@aip-hermes/binding';
import type { ProtocolError } from '@aip-hermes/aip';
import { AppendTooLarge } from '@aip-hermes/event-log';
import type { BindingStream } from '../streams/binding-stream.js';
import { actionRequest, noKey } from './action-request.js';
import type { AdmissionDeps } from './admission-deps.js';
import { subjectOf } from './command-subject.js';
import { decideRun } from './decide-run.js';
import { endpointFor } from './endpoint-for.js';
import { inTurn } from './in-turn.js';
import type { OpenPlaces } from './open-places.js';
import { refuseCommand } from './refuse-command.js';
import { resumedSource, resumeRefusal, type ResumedSource } from './resume-refusal.js';
import { replayFor, tooLargeForTheLog } from './serve-replay.js';
import type { TakenOf } from './taken-command.js';
import { trustedCaller, type Trusted } from './trusted-caller.js';

type TakenAction = TakenOf<'aip.core.v1.action'>;

/**
 * Decides on an Action and makes the decision durable (DESIGN 5, Admit; SPEC sections 2, 3, M1, M2, M8 to M10). Never
 * waits for a run. @throws LogUnavailable when nothing was decided: the record must come again.
 */
export async function admitAction(
  deps: AdmissionDeps,
  places: OpenPlaces,
  taken: TakenAction,
): Promise<void> {
  const { action } = taken.envelope.body;
  const { trusted, error } = trustedCaller(taken.envelope, deps.ingress, deps.surroundings.clock.now());
  const refuse = (why: ProtocolError): Promise<void> => {
    const { record, envelope, signal } = taken;
    const reply = { kind: 'action_result', error: why } as const;
    return refuseCommand(deps, { record, envelope, trusted, about: subjectOf(envelope), reply, signal });
  };
  if (!isOperatorActionId(action.id)) {
    const message = 'An operator Action id must be act_ and 1 to 200 characters of A-Z, a-z, 0-9, _ and -.';
    return refuse(operatorError('action.invalid_input', message, { rule: 'I10' }));
  }
  const source = resumedSource(deps, taken, trusted.caller);
  await inTurn(deps.registry, action.id, taken.signal, async (stream) => {
    const state = await stream.refresh();
    if (await wasTaken(deps, taken, state)) return;
    const refusal = error ?? (await decide(deps, places, taken, trusted, stream, source));
    if (refusal !== null) await refuse(refusal);
  });
}

/** SPEC M9: this very message was decided before. A binding it left unclaimed is driven, should nobody do so. */
async function wasTaken(
  deps: AdmissionDeps,
  taken: TakenAction,
  state: BindingState | null,
): Promise<boolean> {
  const { message_id, body } = taken.envelope;
  if (state?.messageIds.has(message_id) === true) {
    const { status, start_claim } = state.binding;
    if (status === 'starting' && start_claim === null && state.unreadable === null)
      deps.supervisor.adoptUnclaimed(body.action.id);
    return true;
  }
  if (await deps.beside.wasRefused(body.action.id, message_id)) return true;
  return state !== null && (await deps.beside.wasServed(body.action.id, message_id));
}

/** Decides on a message seen for the first time; the error it is refused with, or null. */
async function decide(
  deps: AdmissionDeps,
  places: OpenPlaces,
  taken: TakenAction,
  trusted: Trusted,
  stream: BindingStream,
  source: ResumedSource,
): Promise<ProtocolError | null> {
  const { action } = taken.envelope.body;
  const choice = endpointFor(deps.endpoints, action.capability_id, trusted.caller);
  if (choice.kind === 'refused') return choice.error;
  const { endpoint } = choice;
  if ((action.idempotency_key ?? '').trim() === '') return noKey();
  if (stream.state === null && parseOperatorInput(action.input).kind === 'resume')
    return resumeRefusal(await source);
  const built = actionRequest(taken.envelope, taken.exact, trusted, endpoint, deps.log.maxAppendBytes);
  if (built.kind === 'refused') return built.error;
  try {
    const decision = await decideRun(deps, places, { taken, stream, endpoint, built });
    switch (decision.kind) {
      case 'append':
      case 'redelivery':
        return null;
      case 'refuse':
        return decision.error;
      case 'replay':
        return await replayFor(deps, built.request, decision.result, taken.signal);
    }
  } catch (fault) {
    if (fault instanceof AppendTooLarge) return tooLargeForTheLog(fault);
    throw fault;
  }
}
