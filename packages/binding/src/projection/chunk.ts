import type { Json, JsonObject } from '@aip-hermes/aip';
import type { ChunkKind } from '../events/observation.js';
import { chunkAddressOf, type Draft } from './draft.js';
import type { RowContext } from './read-context.js';

/** The content of one chunk beside its action. `truncated`: what was cut from the event (SPEC R6). */
export interface ChunkContent {
  readonly sequence: number;
  readonly kind: ChunkKind;
  readonly event: JsonObject;
  readonly truncated?: Json | undefined;
  readonly text?: string | undefined;
}

/** A stream chunk of the source Action (SPEC O3); none where chunks are not published. */
export function chunkDraft(actionId: string, context: RowContext, content: ChunkContent): readonly Draft[] {
  if (!context.publishChunks) return [];
  const { sequence, kind, event, truncated, text } = content;
  const data = truncated === undefined ? { hermes_operator: event } : { hermes_operator: event, truncated };
  const chunk = { action_id: actionId, sequence, kind, data };
  return [
    {
      topic: 'stream_chunks',
      key: actionId,
      content: {
        type: 'aip.core.v1.stream_chunk',
        body: { stream_chunk: text === undefined ? chunk : { ...chunk, part: { type: 'text', text } } },
      },
      address: chunkAddressOf(context),
      actionId: null,
      nextSequence: null,
    },
  ];
}
