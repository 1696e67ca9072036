import {
  MESSAGE_TYPES,
  protocolError,
  type Envelope,
  type EnvelopeOf,
  type MessageType,
} from '@aip-hermes/aip';
import { notAvailableYet, operatorError, type RefusalReply } from '@aip-hermes/binding';
import type { CommandBatch, InboundRecord } from '@aip-hermes/message-bus';
import { admitAction } from './admit-action.js';
import { admitCancel } from './admit-cancel.js';
import type { AdmissionDeps } from './admission-deps.js';
import { answerDirectly } from './answer-directly.js';
import { readCommand } from './read-command.js';
import { refuseCommand, type Refusal } from './refuse-command.js';
import type { TakenCommand } from './taken-command.js';
import { trustedCaller } from './trusted-caller.js';

/**
 * Takes commands from the bus (DESIGN 5, Admit; G6, G11). Each record of a batch is decided by itself, records of one
 * Action in order; the offset moves up to the first one that is not durably decided.
 */
export class Admission {
  readonly #deps: AdmissionDeps;

  constructor(deps: AdmissionDeps) {
    this.#deps = deps;
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
    const { deadLetters, ingress, surroundings } = this.#deps;
    const read = readCommand(record.value, ingress.maxCommandBytes);
    switch (read.kind) {
      case 'dead':
        surroundings.log.warn(
          { partition: record.partition, offset: record.offset, reason: read.reason.code },
          'a record is no command; dead letter',
        );
        return deadLetters.put(record, read.reason);
      case 'inexact':
        return this.#refuseInexact(record, read.envelope, read.problem, signal);
      case 'envelope':
        return this.#route({ record, envelope: read.envelope, exact: read.exact, signal });
    }
  }

  #route(taken: TakenCommand): Promise<void> {
    const { envelope } = taken;
    switch (envelope.message_type) {
      case MESSAGE_TYPES.action:
        return admitAction(this.#deps, { ...taken, envelope });
      case MESSAGE_TYPES.cancel:
        return admitCancel(this.#deps, { ...taken, envelope });
      case MESSAGE_TYPES.delegation_request: {
        const reply = { kind: 'delegation_result', error: notAvailableYet('delegation') } as const;
        return refuseCommand(this.#deps, this.#refusal(taken.record, envelope, reply, taken.signal));
      }
      default:
        return this.#unsupported(taken);
    }
  }

  /** SPEC M7: an `error`, and the dead-letter topic. */
  async #unsupported(taken: TakenCommand): Promise<void> {
    const type = taken.envelope.message_type;
    const message = `A message of type ${type} is no command of this connector; send an action, a delegation_request or a cancel.`;
    await this.#deps.deadLetters.put(taken.record, { code: 'unsupported_message_type', message });
    const { trusted } = this.#trusted(taken.envelope);
    const error = protocolError({
      code: 'action.invalid_input',
      message,
      category: 'permanent',
      retryable: false,
      details: { rule: 'M7' },
    });
    await answerDirectly(this.#deps, taken, trusted, error);
  }

  /** SPEC B2: what cannot be compared exactly is refused, with the code of invalid input. */
  #refuseInexact(
    record: InboundRecord,
    envelope: Envelope,
    problem: string,
    signal: AbortSignal,
  ): Promise<void> {
    const error = operatorError('action.invalid_input', `The command is refused: ${problem}.`, {
      rule: 'B2',
    });
    switch (envelope.message_type) {
      case MESSAGE_TYPES.action:
        return refuseCommand(
          this.#deps,
          this.#refusal(record, envelope, { kind: 'action_result', error }, signal),
        );
      case MESSAGE_TYPES.delegation_request:
        return refuseCommand(
          this.#deps,
          this.#refusal(record, envelope, { kind: 'delegation_result', error }, signal),
        );
      case MESSAGE_TYPES.cancel:
        return refuseCommand(this.#deps, this.#refusal(record, envelope, { kind: 'error', error }, signal));
      default:
        return this.#deps.deadLetters.put(record, { code: 'inexact', message: problem });
    }
  }

  #refusal(record: InboundRecord, envelope: Envelope, reply: RefusalReply, signal: AbortSignal): Refusal {
    return {
      record,
      envelope,
      trusted: this.#trusted(envelope).trusted,
      about: aboutOf(envelope),
      reply,
      signal,
    };
  }

  #trusted(envelope: Envelope): ReturnType<typeof trustedCaller> {
    return trustedCaller(envelope, this.#deps.ingress, this.#deps.surroundings.clock.now());
  }
}

/** The Action a refused command is about. */
function aboutOf(envelope: Envelope): Refusal['about'] {
  switch (envelope.message_type) {
    case MESSAGE_TYPES.action: {
      const { id, mode } = envelope.body.action;
      return { action_id: id, role: 'source', mode: mode ?? 'sync', delegation: null };
    }
    case MESSAGE_TYPES.delegation_request: {
      const { delegation_id, parent_action_id, child_action } = envelope.body.delegation_request;
      const delegation = { delegation_id, parent_action_id, child_action_id: child_action.id };
      return {
        action_id: child_action.id,
        role: 'delegation',
        mode: child_action.mode ?? 'sync',
        delegation,
      };
    }
    case MESSAGE_TYPES.cancel: {
      const { target } = envelope.body.cancel;
      const id = 'action' in target ? target.action : target.session;
      return { action_id: id, role: 'source', mode: 'sync', delegation: null };
    }
    default:
      return { action_id: '', role: 'source', mode: 'sync', delegation: null };
  }
}

/** Reports to the batch how far its records are decided without a gap (C60). */
class DecidedPrefix {
  readonly #batch: CommandBatch;
  readonly #done: boolean[];
  #next = 0;

  constructor(batch: CommandBatch) {
    this.#batch = batch;
    this.#done = batch.records.map(() => false);
  }

  done(index: number): void {
    this.#done[index] = true;
    let last: InboundRecord | undefined;
    while (this.#done[this.#next] === true) {
      last = this.#batch.records[this.#next];
      this.#next += 1;
    }
    if (last !== undefined) this.#batch.decided(last.offset);
  }
}
