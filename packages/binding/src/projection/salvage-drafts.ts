import type { Json, JsonObject } from '@aip-hermes/aip';
import type { ChunkKind } from '../events/observation.js';
import type { Invocation } from '../invocation.js';
import { CONNECTOR_AGENT_ID } from '../manifest/capability-id.js';
import { PROJECTION_VERSION, SCHEMA_VERSION } from '../metadata.js';
import { delegationResult } from './delegation-result.js';
import { chunkDraft } from './chunk.js';
import type { Draft } from './draft.js';
import type { RecordedRow } from './message.js';
import { closingKindOf } from './project-ending.js';
import { readContext, type RowContext } from './read-context.js';
import { invocationAt } from './read-invocation.js';
import { isObject, parseObject } from './read-json.js';
import { actionResultDraft, delegationResultDraft } from './reply.js';
import { sourceActionOf } from './source-action.js';
import { Unmappable } from './unmappable.js';

/** `sent_at` where the metadata is lost: a fixed time, so that a republish gives the same bytes. */
const FALLBACK_TIME = '1970-01-01T00:00:00Z';

/** What can still be told about a row that cannot be read. */
export interface Salvage {
  readonly drafts: readonly Draft[];
  readonly context: RowContext;
}

/**
 * From a damaged row: its chunk when its sequence is readable (G7), a failed reply for each invocation that is
 * readable, and for an end with no readable invocation one under the source Action id (G6). The content of the
 * drafts is empty: it is for `substituteDraft`. Nothing is left when not even the Action can be told.
 */
export function salvageDrafts(row: RecordedRow): Salvage {
  const context = orElse(() => readContext(row.metadata), fallbackContext());
  const data = orElse<JsonObject>(() => parseObject(row.data, 'data'), {});
  const source = orElse(() => sourceActionOf(row.stream), null);
  const key = keyOf(row, data, source);
  if (key === null) return { drafts: [], context };
  const chunks = salvageChunk(row, data, key, context);
  const told = salvageInvocations(row, data);
  const replies = told.map((invocation) => replyDraft(key, invocation, data));
  const unsaid = replies.length === 0 && (isEnd(row.type) || row.type === 'DelegationResolved');
  return { drafts: [...chunks, ...replies, ...(unsaid ? [sourceDraft(key, context, data)] : [])], context };
}

function keyOf(row: RecordedRow, data: JsonObject, source: string | null): string | null {
  switch (row.type) {
    case 'CommandRefused':
      return textOr(data['action_id']);
    case 'ReplayServed':
      return textOr(data['source_action_id']) ?? source;
    default:
      return source;
  }
}

function salvageChunk(
  row: RecordedRow,
  data: JsonObject,
  key: string,
  context: RowContext,
): readonly Draft[] {
  const kind = chunkKindOf(row.type);
  const sequence = data['sequence'];
  if (kind === null || typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || sequence < 0)
    return [];
  return chunkDraft(key, context, { sequence, kind, event: {} });
}

function chunkKindOf(type: string): ChunkKind | null {
  if (isEnd(type)) return closingKindOf(type);
  switch (type) {
    case 'ApprovalRequested':
      return 'pending_approval';
    case 'ProviderEventObserved':
    case 'StreamEnded':
    case 'ApprovalExpired':
      return 'progress';
    default:
      return null;
  }
}

function salvageInvocations(row: RecordedRow, data: JsonObject): readonly Invocation[] {
  switch (row.type) {
    case 'InvocationAccepted':
    case 'CancellationRequested':
      return [];
    case 'CommandRefused':
    case 'ReplayServed':
      return readable([data['invocation']]);
    default:
      return Array.isArray(data['settles']) ? readable(data['settles'] as readonly Json[]) : [];
  }
}

function readable(values: readonly (Json | undefined)[]): readonly Invocation[] {
  return values.flatMap((value) =>
    orElse<readonly Invocation[]>(() => [invocationAt(value, 'invocation')], []),
  );
}

function replyDraft(key: string, invocation: Invocation, data: JsonObject): Draft {
  const result = { status: 'failed', output: null, message: [], error: null, next_sequence: 0 } as const;
  const draft =
    invocation.delegation === null
      ? actionResultDraft(key, invocation, { action_id: invocation.action_id, status: 'failed' })
      : delegationResultDraft(key, invocation, delegationResult(invocation.delegation, result));
  return { ...draft, nextSequence: nextSequenceOf(data) };
}

function sourceDraft(key: string, context: RowContext, data: JsonObject): Draft {
  const { sessionId, correlationId, causationId, to, traceparent } = context;
  return {
    topic: 'results',
    key,
    content: {
      type: 'aip.core.v1.action_result',
      body: { action_result: { action_id: key, status: 'failed' } },
    },
    address: { sessionId, correlationId, inResponseTo: causationId, to, traceparent },
    actionId: key,
    nextSequence: nextSequenceOf(data),
  };
}

function nextSequenceOf(data: JsonObject): number | null {
  const { sequence, next_sequence: next, result } = data;
  if (typeof sequence === 'number' && Number.isSafeInteger(sequence)) return sequence + 1;
  if (typeof next === 'number' && Number.isSafeInteger(next)) return next;
  return isObject(result) ? nextSequenceOf({ next_sequence: result['next_sequence'] ?? null }) : null;
}

function isEnd(type: string): type is Parameters<typeof closingKindOf>[0] {
  return (
    type === 'RunCompleted' || type === 'RunFailed' || type === 'RunCancelled' || type === 'RunOutcomeUnknown'
  );
}

/** Where it cannot be read whether chunks are published, a chunk too many is better than a hole (G7). */
function fallbackContext(): RowContext {
  return {
    version: PROJECTION_VERSION,
    schemaVersion: SCHEMA_VERSION,
    ignorable: false,
    agent: CONNECTOR_AGENT_ID,
    to: null,
    publishChunks: true,
    sessionId: null,
    traceparent: null,
    correlationId: null,
    causationId: null,
    recordedAt: FALLBACK_TIME,
  };
}

function textOr(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof Unmappable) return otherwise;
    throw fault;
  }
}
