import {
  parseOperatorInput,
  operatorError,
  isOperatorActionId,
  isTerminal,
  type BindingState,
  type TakenAs,
} from '@aip-hermes/binding';
import type { ProtocolError } from '@aip-hermes/aip';
import { AppendTooLarge } from '@aip-hermes/event-log';
import type { BindingStream } from '../streams/binding-stream.js';
import { actionRequest, noKey } from './action-request.js';
import type { AdmissionDeps, AdmissionDesk } from './admission-deps.js';
import { subjectOf } from './command-subject.js';
import { decideRun } from './decide-run.js';
import { endpointFor } from './endpoint-for.js';
import { inTurn } from './in-turn.js';
import { knownToBinding, refuseReusedId } from './known-message.js';
import { refuseCommand } from './refuse-command.js';
import { resumedSource, resumeRefusal, type ResumedSource } from './resume-refusal.js';
import { replayFor, tooLargeForTheLog } from './serve-replay.js';
import { settledReplay } from './settled-replay.js';
import type { TakenOf } from './taken-command.js';
import { trustedCaller, type Trusted } from './trusted-caller.js';

type TakenAction = TakenOf<'aip.core.v1.action'>;

/**
 * Decides on an Action and makes the decision durable (DESIGN 5, Admit; SPEC sections 2, 3, M1, M2, M8 to M10). Never
 * waits for a run. @throws LogUnavailable when nothing was decided: the record must come again.
 */
export async function admitAction(desk: AdmissionDesk, taken: TakenAction): Promise<void> {
  const { action } = taken.envelope.body;
  const { trusted, error } = trustedCaller(taken.envelope, desk.ingress, desk.surroundings.clock.now());
  const refuse = (why: ProtocolError): Promise<void> => {
    const reply = { kind: 'action_result', error: why } as const;
    return refuseCommand(desk, { ...taken, trusted, about: subjectOf(taken.envelope), reply });
  };
  if (!isOperatorActionId(action.id)) {
    const message = 'An operator Action id must be act_ and 1 to 200 characters of A-Z, a-z, 0-9, _ and -.';
    return refuse(operatorError('action.invalid_input', message, { rule: 'I10' }));
  }
  const source = resumedSource(desk, taken, trusted.caller);
  await inTurn(desk.registry, action.id, taken.signal, async (stream) => {
    const state = await stream.refresh();
    const known = await knownAs(desk, taken, state);
    if (known === 'same') return;
    const refusal =
      known === 'other' ? 'reused' : (error ?? (await decide(desk, taken, trusted, stream, source)));
    if (refusal === 'reused') await refuseReusedId(desk, taken);
    else if (refusal !== null) await refuse(refusal);
  });
}

/** SPEC M9: whether this very message was decided before. A binding it left without a driver gets one. */
async function knownAs(
  deps: AdmissionDeps,
  taken: TakenAction,
  state: BindingState | null,
): Promise<TakenAs> {
  const { digest, envelope } = taken;
  const { message_id, body } = envelope;
  const bound = knownToBinding(state, message_id, digest);
  if (bound === 'other') return bound;
  if (bound === 'same' && state !== null) {
    const { status, start_claim } = state.binding;
    if (status !== 'starting' || state.unreadable !== null) return bound;
    if (start_claim === null) deps.supervisor.adoptUnclaimed(body.action.id);
    else if (start_claim.instance_id === deps.instanceId)
      deps.supervisor.settleForgotten(body.action.id, start_claim.claim_id);
    return bound;
  }
  const refused = await deps.beside.wasRefused(body.action.id, message_id, digest);
  if (refused !== 'new') return refused;
  // What a terminal binding is served, the replay stream itself takes once a message.
  const mayJoin = state !== null && !isTerminal(state.binding.status);
  return mayJoin ? deps.beside.wasServed(body.action.id, message_id, digest) : 'new';
}

/** Decides on a message seen for the first time; the error it is refused with, or null. `reused`: it was not the first. */
async function decide(
  desk: AdmissionDesk,
  taken: TakenAction,
  trusted: Trusted,
  stream: BindingStream,
  source: ResumedSource,
): Promise<ProtocolError | 'reused' | null> {
  const { action } = taken.envelope.body;
  const choice = endpointFor(desk.endpoints, action.capability_id, trusted.caller);
  if (choice.kind === 'refused') {
    const settled = settledReplay(taken, trusted, stream.state, desk.log.maxAppendBytes);
    if (settled === null) return choice.error;
    return replayFor(desk, settled.request, settled.result, taken.signal);
  }
  const { endpoint } = choice;
  if ((action.idempotency_key ?? '').trim() === '') return noKey();
  if (stream.state === null && parseOperatorInput(action.input).kind === 'resume')
    return resumeRefusal(await source);
  const built = actionRequest(taken, trusted, endpoint, desk.log.maxAppendBytes);
  if (built.kind === 'refused') return built.error;
  try {
    const decision = await decideRun(desk, { taken, stream, endpoint, built });
    switch (decision.kind) {
      case 'append':
      case 'redelivery':
        return null;
      case 'reused':
        return decision.kind;
      case 'refuse':
        return decision.error;
      case 'replay':
        return await replayFor(desk, built.request, decision.result, taken.signal);
    }
  } catch (fault) {
    if (fault instanceof AppendTooLarge) return tooLargeForTheLog(fault);
    throw fault;
  }
}
