import { MESSAGE_TYPES, type EnvelopeOf } from '@aip-hermes/aip';
import { notAvailableYet } from '@aip-hermes/binding';
import type { CommandBatch, InboundRecord } from '@aip-hermes/message-bus';
import { admitAction } from './admit-action.js';
import { admitCancel } from './admit-cancel.js';
import type { AdmissionDeps, AdmissionDesk } from './admission-deps.js';
import { commandDigest } from './command-digest.js';
import { subjectOf } from './command-subject.js';
import { DecidedPrefix } from './decided-prefix.js';
import { OpenPlaces } from './open-places.js';
import { readCommand } from './read-command.js';
import { refuseInTurn } from './refuse-in-turn.js';
import { refuseInexact } from './refuse-inexact.js';
import type { TakenCommand, TakenOf } from './taken-command.js';
import { trustedCaller } from './trusted-caller.js';
import { answerUnsupported } from './answer-unsupported.js';

/**
 * Takes commands from the bus (DESIGN 5, Admit; G6, G11). The records of a batch are decided side by side, those of one
 * Action in order; the offset moves up to the first one that is not durably decided.
 */
export class Admission {
  readonly #desk: AdmissionDesk;

  constructor(deps: AdmissionDeps) {
    const places = new OpenPlaces(deps.ingress.maxOpenBindings, () => deps.supervisor.open);
    this.#desk = { ...deps, places };
  }

  /** Decides a batch. Rejects when a record could not be decided: what follows it comes again. */
  async handle(batch: CommandBatch): Promise<void> {
    const progress = new DecidedPrefix(batch);
    const decided = batch.records.map(async (record, index) => {
      await this.#decide(record, batch.signal);
      progress.done(index);
    });
    const outcomes = await Promise.allSettled(decided);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
  }

  async #decide(record: InboundRecord, signal: AbortSignal): Promise<void> {
    const { deadLetters, ingress, surroundings } = this.#desk;
    const read = readCommand(record.value, ingress.maxCommandBytes);
    switch (read.kind) {
      case 'dead': {
        const { partition, offset } = record;
        surroundings.log.warn(
          { partition, offset, reason: read.reason.code },
          'a record became a dead letter',
        );
        return deadLetters.put(record, read.reason);
      }
      case 'inexact':
        return refuseInexact(this.#desk, { record, envelope: read.envelope, signal }, read.problem);
      case 'envelope':
        return this.#route({
          record,
          envelope: read.envelope,
          exact: read.exact,
          digest: commandDigest(read.exact),
          signal,
        });
    }
  }

  #route(taken: TakenCommand): Promise<void> {
    const { envelope } = taken;
    switch (envelope.message_type) {
      case MESSAGE_TYPES.action:
        return admitAction(this.#desk, { ...taken, envelope });
      case MESSAGE_TYPES.cancel:
        return admitCancel(this.#desk, { ...taken, envelope });
      case MESSAGE_TYPES.delegation_request:
        return this.#refuseDelegation({ ...taken, envelope });
      default:
        return answerUnsupported(this.#desk, taken);
    }
  }

  /** SPEC M3, D2: delegation is off. */
  async #refuseDelegation(taken: TakenOf<'aip.agent.v1.delegation_request'>): Promise<void> {
    const envelope: EnvelopeOf<'aip.agent.v1.delegation_request'> = taken.envelope;
    const { trusted, error } = trustedCaller(
      envelope,
      this.#desk.ingress,
      this.#desk.surroundings.clock.now(),
    );
    const reply = { kind: 'delegation_result', error: error ?? notAvailableYet('delegation') } as const;
    await refuseInTurn(this.#desk, { ...taken, trusted, about: subjectOf(envelope) }, () => reply);
  }
}
