import { sha256Hex } from '@aip-hermes/aip';
import { readMetadata } from './codec/read-metadata.js';
import type { EventRow } from './codec/event-row.js';

/** The chain before the first event of a binding stream: 64 zeros. */
export const CHAIN_START = '0'.repeat(64);

/**
 * The chain of one event (DESIGN 3, tamper evidence): SHA-256, as 64 lower-case hex digits, over the UTF-8 text
 *
 *     previous chain LF event id LF event type LF data text
 *
 * where LF is one line feed and the data text stands exactly as recorded. Id and type hold no line feed, so no two
 * different events give the same text.
 */
export function nextChain(
  previous: string,
  event: { readonly id: string; readonly type: string; readonly data: string },
): string {
  return sha256Hex(`${previous}\n${event.id}\n${event.type}\n${event.data}`);
}

/** Whether a chain holds: its head, which an auditor can keep elsewhere, or where it breaks. */
export type ChainVerdict =
  | { readonly ok: true; readonly head: string }
  | { readonly ok: false; readonly revision: number; readonly reason: string };

/** A row with the id that its chain covers. */
export interface ChainedRow extends EventRow {
  readonly id: string;
}

/**
 * Recomputes the chain of a whole binding stream, revision 0 first (SPEC E1). The head of an empty stream is
 * CHAIN_START. A stream cut at its end still verifies: only a head kept elsewhere shows that.
 */
export function verifyChain(rows: Iterable<ChainedRow>): ChainVerdict {
  let head = CHAIN_START;
  let expected = 0;
  for (const row of rows) {
    const { revision } = row;
    if (row.damage !== undefined) return { ok: false, revision, reason: row.damage };
    if (revision !== expected) return { ok: false, revision, reason: `revision ${expected} expected` };
    const metadata = readMetadata(row.metadata);
    if (metadata === null) return { ok: false, revision, reason: 'its metadata cannot be read' };
    if (metadata.chain === undefined) return { ok: false, revision, reason: 'it has no chain' };
    head = nextChain(head, row);
    if (metadata.chain !== head) {
      return { ok: false, revision, reason: 'its id, type or data, or an event before it, was changed' };
    }
    expected += 1;
  }
  return { ok: true, head };
}
