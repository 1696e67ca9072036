import type { Envelope, LosslessJson, MessageType } from '@aip-hermes/aip';
import type { InboundRecord } from '@aip-hermes/message-bus';

/** A valid envelope, where it lay, and the signal that ends work on it. */
export interface TakenCommand<E extends Envelope = Envelope> {
  readonly record: InboundRecord;
  readonly envelope: E;
  /** The envelope with its numbers as written. */
  readonly exact: LosslessJson;
  /** Digest of the command, to tell a redelivery (SPEC M9). */
  readonly digest: string;
  readonly signal: AbortSignal;
}

/** A taken command of one message type. */
export type TakenOf<T extends MessageType> = TakenCommand<Extract<Envelope, { readonly message_type: T }>>;
