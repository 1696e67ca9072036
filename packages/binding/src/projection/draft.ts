import type { Ack, ProtocolError } from '@aip-hermes/aip';
import type { ChunkKind } from '../events/observation.js';
import type { Invocation } from '../invocation.js';
import type { ActionResultBody } from './action-result.js';
import type { DelegationResultBody } from './delegation-result.js';
import type { Party } from './party.js';
import type { RowContext } from './read-context.js';

/** To whom, in which exchange a message goes. */
export interface Address {
  readonly sessionId: string | null;
  readonly correlationId: string | null;
  readonly inResponseTo: string | null;
  readonly to: Party | null;
  readonly traceparent: string | null;
}

/** A StreamChunk in fixed member order (SPEC O3). */
export interface ChunkBody {
  readonly action_id: string;
  readonly sequence: number;
  readonly kind: ChunkKind;
  readonly data: unknown;
  readonly part?: unknown;
}

/** Type and body of a message: they always go together (aip section 5). */
export type DraftContent =
  | { readonly type: 'aip.core.v1.stream_chunk'; readonly body: { readonly stream_chunk: ChunkBody } }
  | {
      readonly type: 'aip.core.v1.action_result';
      readonly body: { readonly action_result: ActionResultBody };
    }
  | {
      readonly type: 'aip.agent.v1.delegation_result';
      readonly body: { readonly delegation_result: DelegationResultBody };
    }
  | {
      readonly type: 'aip.core.v1.ack';
      readonly body: { readonly ack: Pick<Ack, 'action_id' | 'status' | 'reason'> };
    }
  | {
      readonly type: 'aip.core.v1.error';
      readonly body: { readonly error: { readonly error: ProtocolError } };
    };

/** A message before its id, envelope and headers. */
export interface Draft {
  readonly topic: 'stream_chunks' | 'results';
  /** Source Action id; for a refusal the refused one. */
  readonly key: string;
  readonly content: DraftContent;
  readonly address: Address;
  /** Header `aip-action-id`: what a result is about; null for chunks. */
  readonly actionId: string | null;
  /** Header `aip-stream-next-sequence`; null where no stream is known. */
  readonly nextSequence: number | null;
}

/** Replies go to the one who sent the command, under its correlation (DESIGN 4). */
export function addressOf(invocation: Invocation): Address {
  return {
    sessionId: invocation.session_id,
    correlationId: invocation.correlation_id,
    inResponseTo: invocation.message_id,
    to: invocation.reply_to,
    traceparent: invocation.traceparent,
  };
}

/** Addresses by context, so that rows of one append, which share a context, share their address. */
const chunkAddresses = new WeakMap<RowContext, Address>();

/** Chunks go to the one who asked for the run. */
export function chunkAddressOf(context: RowContext): Address {
  const known = chunkAddresses.get(context);
  if (known !== undefined) return known;
  const address = {
    sessionId: context.sessionId,
    correlationId: context.correlationId,
    inResponseTo: context.causationId,
    to: context.to,
    traceparent: context.traceparent,
  };
  chunkAddresses.set(context, address);
  return address;
}
