import type { ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';
import type { ChunkKind } from '../events/observation.js';
import type { DelegationRef } from '../invocation.js';
import { MAX_KEY_CHARS } from './message-key.js';
import type { Address, ChunkBody, Draft, DraftContent } from './draft.js';

/** Why a substitute stands in a message's place. */
export type SubstituteReason = 'output_too_large' | 'unmappable';

/** Longest text of a reply address that a substitute repeats, UTF-16 units; a longer one is left out. */
const MAX_SUBSTITUTE_TEXT = 1_024;

/**
 * The fixed, small message in place of one that cannot be published (DESIGN 7). A chunk keeps its sequence, and its
 * kind where that steers a stream (G7); a reply keeps who it is for and its `aip-stream-next-sequence`.
 */
export function substituteDraft(draft: Draft, reason: SubstituteReason, eventType: string): Draft {
  return {
    ...draft,
    content: substituteContent(draft.content, reason, eventType),
    address: shortAddress(draft.address),
  };
}

function substituteContent(content: DraftContent, reason: SubstituteReason, eventType: string): DraftContent {
  const { type, body } = content;
  switch (type) {
    case 'aip.core.v1.stream_chunk':
      return { type, body: { stream_chunk: substituteChunk(body.stream_chunk, reason, eventType) } };
    case 'aip.core.v1.action_result': {
      const { status } = body.action_result;
      const action_id = shortId(body.action_result.action_id);
      const error = substituteError(reason, eventType, status);
      return { type, body: { action_result: { action_id, status: toldAs(status), error } } };
    }
    case 'aip.agent.v1.delegation_result': {
      const { status } = body.delegation_result;
      const error = substituteError(reason, eventType, status);
      const ids = shortIds(body.delegation_result);
      return { type, body: { delegation_result: { ...ids, status: toldAs(status), error } } };
    }
    case 'aip.core.v1.ack': {
      const { action_id, status } = body.ack;
      return { type, body: { ack: { action_id: shortId(action_id), status } } };
    }
    case 'aip.core.v1.error':
      return { type, body: { error: { error: substituteError(reason, eventType, 'failed') } } };
  }
}

function substituteChunk(chunk: ChunkBody, reason: SubstituteReason, eventType: string): ChunkBody {
  return {
    action_id: shortId(chunk.action_id),
    sequence: chunk.sequence,
    kind: substituteKind(chunk.kind),
    data: { hermes_operator: { event: 'connector.unmappable', reason, event_type: eventType } },
  };
}

/** An end stays an end and a prompt a prompt; everything else is progress. */
function substituteKind(kind: ChunkKind): ChunkKind {
  return kind === 'done' || kind === 'error' || kind === 'pending_approval' ? kind : 'progress';
}

/** A completed result that cannot be shown is told as failed; a cancel or a prompt is not told as anything else. */
function toldAs<S extends string>(status: S): Exclude<S, 'completed'> | 'failed' {
  return status === 'completed' ? 'failed' : (status as Exclude<S, 'completed'>);
}

function substituteError(reason: SubstituteReason, eventType: string, status: string): ProtocolError {
  const details = { event_type: eventType, recorded_status: status };
  switch (reason) {
    case 'output_too_large': {
      const message =
        'The message is larger than the bus takes, so its content is left out. The recorded outcome stands ' +
        '(`details.recorded_status`); read it from the event log with `aip-hermes audit`. Do not send the work again for this.';
      return operatorError('connector.hermes_agent.output_too_large', message, { details });
    }
    case 'unmappable': {
      const message =
        'The recorded event cannot be turned into a message. Audit the stream of the Action with `aip-hermes audit` ' +
        'to learn the outcome; do not send the work again before that.';
      return operatorError('connector.hermes_agent.operator_state', message, {
        details: { event_type: eventType },
      });
    }
  }
}

function shortAddress(address: Address): Address {
  return {
    sessionId: shortOrNull(address.sessionId),
    correlationId: shortOrNull(address.correlationId),
    inResponseTo: shortOrNull(address.inResponseTo),
    to: address.to === null || shortOrNull(address.to.id) === null ? null : address.to,
    traceparent: shortOrNull(address.traceparent),
  };
}

function shortOrNull(text: string | null): string | null {
  return text === null || text.length > MAX_SUBSTITUTE_TEXT ? null : text;
}

function shortIds(ref: DelegationRef): DelegationRef {
  return {
    delegation_id: shortId(ref.delegation_id),
    parent_action_id: shortId(ref.parent_action_id),
    child_action_id: shortId(ref.child_action_id),
  };
}

function shortId(id: string): string {
  return id.slice(0, MAX_KEY_CHARS);
}
