import { decodeEvent } from './codec/decode-event.js';
import type { EventRow } from './codec/event-row.js';
import { evolve } from './evolve/evolve.js';
import { startingBinding } from './evolve/new-binding.js';
import type { EventMetadata } from './metadata.js';
import type { BindingState } from './state.js';

/**
 * Folds rows of one binding stream, oldest first, onto what was folded before (DESIGN 3.1). `onto` is changed in place
 * and returned. Null only when there is neither a row nor `onto`.
 *
 * A row that cannot be understood, or a stream that does not begin with a readable OperatorRunRequested, sets
 * `unreadable` for good; later rows then only move revision and chain.
 */
export function foldBinding(rows: Iterable<EventRow>, onto: BindingState | null = null): BindingState | null {
  let state = onto;
  for (const row of rows) state = foldRow(state, row);
  return state;
}

function foldRow(state: BindingState | null, row: EventRow): BindingState {
  const decoded = decodeEvent(row);
  switch (decoded.kind) {
    case 'binding': {
      const { recorded_at, chain = null, projection } = decoded.metadata;
      const facts = { revision: row.revision, recordedAt: recorded_at, chain, projection };
      return (
        evolve(state, decoded.event, facts) ??
        unreadable(state, row, 'a binding must begin with a readable OperatorRunRequested', decoded.metadata)
      );
    }
    case 'beside':
      return unreadable(state, row, 'it does not belong into a binding stream', decoded.metadata);
    case 'ignorable':
      return state === null
        ? unreadable(
            state,
            row,
            'a binding must begin with a readable OperatorRunRequested',
            decoded.metadata,
          )
        : moveOn(state, row, decoded.metadata);
    case 'unreadable':
      return unreadable(state, row, decoded.reason, decoded.metadata);
  }
}

function unreadable(
  state: BindingState | null,
  row: EventRow,
  why: string,
  metadata: EventMetadata | null,
): BindingState {
  const marked = state ?? unknownBinding(row, metadata);
  marked.unreadable ??= `revision ${row.revision}, ${row.type.slice(0, MAX_TYPE_CHARS)}: ${why}`;
  return moveOn(marked, row, metadata);
}

/** A type is text of the log; in a reason it is capped. */
const MAX_TYPE_CHARS = 100;

function moveOn(state: BindingState, row: EventRow, metadata: EventMetadata | null): BindingState {
  state.revision = row.revision;
  if (metadata?.chain !== undefined) state.chain = metadata.chain;
  return state;
}

/**
 * Stands for a stream whose beginning cannot be understood, so that it is never taken for one that does not exist:
 * nothing in it is known but that it is `unreadable`.
 */
function unknownBinding(row: EventRow, metadata: EventMetadata | null): BindingState {
  const nobody = { id: '', kind: 'system' } as const;
  const nothing = {
    kind: 'objective',
    action_id: '',
    action: {},
    delegation: null,
    delegation_id: null,
    parent_action_id: null,
    endpoint_id: '',
    capability_id: '',
    idempotency_key: '',
    session_id: '',
    request_fingerprint: '',
    principal: nobody,
    tenant: null,
    sent_at: '',
    trusted_deadline: null,
    approval_expires_at: null,
    timeout_ms: 0,
    policy_digest: '',
  } as const;
  const projection = metadata?.projection ?? {
    version: 0,
    agent: '',
    to: nobody,
    publish_chunks: false,
    session_id: null,
    traceparent: null,
  };
  const recordedAt = metadata?.recorded_at ?? '';
  return startingBinding(nothing, { revision: row.revision, recordedAt, chain: null, projection });
}
