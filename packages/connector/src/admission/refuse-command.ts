import type { Envelope } from '@aip-hermes/aip';
import type { RefusalReply } from '@aip-hermes/binding';
import { AppendTooLarge } from '@aip-hermes/event-log';
import type { InboundRecord } from '@aip-hermes/message-bus';
import type { AdmissionDeps } from './admission-deps.js';
import { refuseReusedId } from './known-message.js';
import type { Subject } from './command-subject.js';
import { invocationOf } from './invocation-of.js';
import type { Trusted } from './trusted-caller.js';

/** A command to refuse, and how it is answered. */
export interface Refusal {
  readonly record: InboundRecord;
  readonly envelope: Envelope;
  readonly trusted: Trusted;
  /** The Action that the reply is about. */
  readonly about: Subject;
  /** Digest of the command (SPEC M9). */
  readonly digest: string;
  readonly reply: RefusalReply;
  readonly signal: AbortSignal;
}

/**
 * Records the refusal in the Action's rejection stream, once a message (SPEC M8, M9). One that does not fit the log,
 * because its ids fill megabytes, becomes a dead letter instead (G11). @throws LogUnavailable, BusUnavailable
 */
export async function refuseCommand(deps: AdmissionDeps, refusal: Refusal): Promise<void> {
  const { record, envelope, trusted, about, reply, digest, signal } = refusal;
  const source = { partition: record.partition, offset: record.offset };
  const invocation = invocationOf(envelope, trusted, about);
  const refused = { action_id: about.action_id, source, invocation, reply, command_sha256: digest };
  try {
    const outcome = await deps.beside.refuse(refused, signal);
    if (outcome === 'redelivery') return;
    if (outcome === 'reused') {
      await refuseReusedId(deps, refusal);
      return;
    }
  } catch (error) {
    if (!(error instanceof AppendTooLarge)) throw error;
    const message = `The command is refused (${reply.error.code}) and too large to be answered.`;
    await deps.deadLetters.put(record, { code: 'too_large', message });
  }
  deps.surroundings.log.warn({ ...source, code: reply.error.code }, 'a command was refused');
}
