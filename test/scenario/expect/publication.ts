import { findIllFormedText, type Json } from '@aip-hermes/aip';
import { bounded, exactly, same, type ChecksOf } from './check.js';
import { sourceOf, type Ending } from './ending.js';
import type { Chunk } from './replies.js';

/** Chunks, the projector's transactions and the log's appends. */
export const PUBLICATION_CHECKS: ChecksOf<
  | 'projectedText'
  | 'projectedDeltas'
  | 'approvalChunks'
  | 'duplicateChunksReadCommitted'
  | 'missingChunks'
  | 'oversizeProduces'
  | 'readerStallMs'
  | 'shardTakeovers'
  | 'sameTransactionalIdAfterRestart'
  | 'appendsWithAnyRevision'
  | 'maxAppendBytes'
  | 'oversizeAppends'
  | 'outputValidUtf8'
> = {
  projectedText: exactly((ending) => deltas(ending).join('')),
  projectedDeltas: exactly(deltas),
  approvalChunks: bounded(
    (ending) => chunksOf(ending, sourceOf(ending)).filter(({ kind }) => kind === 'pending_approval').length,
  ),
  duplicateChunksReadCommitted: bounded((ending) =>
    sum(ending, (chunks) => chunks.length - new Set(chunks.map(({ sequence }) => sequence)).size),
  ),
  missingChunks: bounded((ending) =>
    sum(ending, (chunks) => {
      const seen = new Set(chunks.map(({ sequence }) => sequence));
      return Math.max(-1, ...seen) + 1 - seen.size;
    }),
  ),
  oversizeProduces: bounded(({ world }) => world.bus.seen.oversizeProduces),
  readerStallMs: bounded(({ world }) => world.bus.stallUntilNow()),
  shardTakeovers: bounded(({ world }) => world.bus.seen.producers.length),
  sameTransactionalIdAfterRestart: (ending, expected) => {
    const ids = ending.world.bus.seen.producers.map(({ transactionalId }) => transactionalId);
    if (ids.length < 2) return 'cannot be told: the shard was taken only once';
    return same(new Set(ids).size === 1, expected);
  },
  appendsWithAnyRevision: bounded(
    ({ world }) =>
      world.log.appends.filter(({ stream, expected }) => expected === 'any' && isFenced(stream)).length,
  ),
  maxAppendBytes: bounded(({ world }) => Math.max(0, ...world.log.appends.map(({ bytes }) => bytes))),
  oversizeAppends: bounded(({ world }) => world.log.appends.filter(({ refused }) => refused).length),
  outputValidUtf8: (ending, expected) => {
    const bad = ending.messages.find(({ bytes }) => !isWellFormed(bytes));
    if ((bad === undefined) === expected) return null;
    return bad === undefined
      ? 'is true, expected false'
      : `: message ${bad.messageId ?? '?'} is not well-formed`;
  },
};

function chunksOf({ chunks }: Ending, action: string): readonly Chunk[] {
  return chunks.filter(({ actionId }) => actionId === action);
}

function deltas(ending: Ending): readonly string[] {
  return chunksOf(ending, sourceOf(ending))
    .filter(({ kind }) => kind === 'data')
    .map(({ text }) => text);
}

/** A number for each Action with chunks, summed up. */
function sum(ending: Ending, of: (chunks: readonly Chunk[]) => number): number {
  const actions = new Set(ending.chunks.map(({ actionId }) => actionId));
  return [...actions].reduce((total, action) => total + of(chunksOf(ending, action)), 0);
}

/** Streams of bindings and of resumes. */
function isFenced(stream: string): boolean {
  return /\.(binding|resume)s?\.v1-/.test(stream);
}

function isWellFormed(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return findIllFormedText(JSON.parse(text) as Json) === null;
  } catch {
    return false;
  }
}
