import type { Envelope } from '@aip-hermes/aip';
import type { Invocation, RefusalReply } from '@aip-hermes/binding';
import type { InboundRecord } from '@aip-hermes/message-bus';
import type { AdmissionDeps } from './admission-deps.js';
import { invocationOf } from './invocation-of.js';
import type { Trusted } from './trusted-caller.js';

/** A command to refuse, and how it is answered. */
export interface Refusal {
  readonly record: InboundRecord;
  readonly envelope: Envelope;
  readonly trusted: Trusted;
  /** The Action that the reply is about. */
  readonly about: Pick<Invocation, 'action_id' | 'role' | 'mode' | 'delegation'>;
  readonly reply: RefusalReply;
  readonly signal: AbortSignal;
}

/** Records the refusal in the Action's rejection stream, once a message (SPEC M8, M9). @throws LogUnavailable */
export async function refuseCommand(deps: AdmissionDeps, refusal: Refusal): Promise<void> {
  const { record, envelope, trusted, about, reply, signal } = refusal;
  const source = { partition: record.partition, offset: record.offset };
  const invocation = invocationOf(envelope, trusted, about);
  const outcome = await deps.beside.refuse({ action_id: about.action_id, source, invocation, reply }, signal);
  if (outcome === 'redelivery') return;
  deps.surroundings.log.warn({ ...source, code: reply.error.code }, 'a command was refused');
}
