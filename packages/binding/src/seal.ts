import { CHAIN_START, nextChain } from './chain.js';
import { eventIds } from './event-id.js';
import { SCHEMA_VERSION, type EventMetadata, type ProjectionContext } from './metadata.js';

/** What all events of one append share. */
export interface SealContext {
  readonly stream: string;
  /** Random, drawn once per decision and kept for retries of this very append; for a fence the claim id (DESIGN 3). */
  readonly attemptId: string;
  readonly instanceId: string;
  /** RFC 3339. */
  readonly recordedAt: string;
  readonly correlationId: string | null;
  readonly causationId: string | null;
  readonly projection: ProjectionContext;
  /** The stream's chain so far; null: the binding stream is new; `none`: a stream beside bindings, without chain. */
  readonly previousChain: string | null;
}

/** An event ready to be appended. */
export interface SealedRow {
  readonly id: string;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  /** JSON text. */
  readonly metadata: string;
}

/** An append made ready; `chain` is the stream's head after it, `none` where it has no chain. */
export interface SealedEvents {
  readonly rows: readonly SealedRow[];
  readonly chain: string;
}

/** `previousChain` of streams that carry no chain. */
const NO_CHAIN = 'none';

/**
 * Gives the events of one append their ids, texts and chain (DESIGN 3). Same context and events, same rows: a retry
 * repeats the append exactly. The data text is made once; of the metadata only the chain differs between events.
 */
export function sealEvents(
  context: SealContext,
  events: readonly { readonly type: string; readonly data: object }[],
): SealedEvents {
  const idAt = eventIds(context.stream, context.attemptId);
  const common = JSON.stringify(commonMetadata(context));
  const open = common.slice(0, -1);
  const chained = context.previousChain !== NO_CHAIN;
  let chain = context.previousChain ?? CHAIN_START;
  const rows: SealedRow[] = [];
  for (const { type, data } of events) {
    const sealed = { id: idAt(rows.length), type, data: JSON.stringify(data) };
    if (chained) chain = nextChain(chain, sealed);
    rows.push({ ...sealed, metadata: chained ? `${open},"chain":"${chain}"}` : common });
  }
  return { rows, chain };
}

function commonMetadata(context: SealContext): EventMetadata {
  return {
    ...(context.correlationId === null ? {} : { $correlationId: context.correlationId }),
    ...(context.causationId === null ? {} : { $causationId: context.causationId }),
    schema_version: SCHEMA_VERSION,
    instance_id: context.instanceId,
    recorded_at: context.recordedAt,
    projection: context.projection,
  };
}
