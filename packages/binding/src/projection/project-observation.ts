import type { JsonObject } from '@aip-hermes/aip';
import type { ChunkKind } from '../events/observation.js';
import { chunkDraft } from './chunk.js';
import type { Draft } from './draft.js';
import type { RowContext } from './read-context.js';
import { countAt, objectAt, textAt } from './read-json.js';
import { Unmappable } from './unmappable.js';

const KINDS: ReadonlySet<string> = new Set<ChunkKind>([
  'data',
  'thought',
  'tool',
  'pending_approval',
  'error',
  'done',
  'progress',
]);

/** SPEC O2, O3: one provider event, one chunk; a text part for a `message.delta` whose `delta` is text. */
export function projectProviderEvent(
  actionId: string,
  context: RowContext,
  data: JsonObject,
): readonly Draft[] {
  const kind = textAt(data['kind'], 'kind');
  if (!isChunkKind(kind)) throw new Unmappable('the chunk kind is unknown');
  const event = objectAt(data['provider'], 'provider');
  const delta = data['event'] === 'message.delta' ? event['delta'] : undefined;
  return chunkDraft(actionId, context, {
    sequence: countAt(data['sequence'], 'sequence'),
    kind,
    event,
    truncated: data['truncated'],
    text: typeof delta === 'string' ? delta : undefined,
  });
}

/** SPEC O6, O7: the stream gives no more. */
export function projectStreamEnded(
  actionId: string,
  context: RowContext,
  data: JsonObject,
): readonly Draft[] {
  const event = {
    event: 'connector.stream_ended',
    reason: textAt(data['reason'], 'reason'),
    detail: textAt(data['detail'], 'detail'),
  };
  return chunkDraft(actionId, context, {
    sequence: countAt(data['sequence'], 'sequence'),
    kind: 'progress',
    event,
  });
}

/** SPEC A10: a prompt closed without an answer from here. */
export function projectApprovalExpired(
  actionId: string,
  context: RowContext,
  data: JsonObject,
): readonly Draft[] {
  const event = {
    event: 'connector.approval_expired',
    approval_generation: countAt(data['generation'], 'generation'),
    reason: textAt(data['reason'], 'reason'),
  };
  return chunkDraft(actionId, context, {
    sequence: countAt(data['sequence'], 'sequence'),
    kind: 'progress',
    event,
  });
}

function isChunkKind(kind: string): kind is ChunkKind {
  return KINDS.has(kind);
}
