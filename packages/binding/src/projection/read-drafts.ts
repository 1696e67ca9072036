import { SCHEMA_VERSION } from '../metadata.js';
import type { Draft } from './draft.js';
import type { RecordedRow } from './message.js';
import { isPublishable } from './publishable-event-types.js';
import { readContext, type RowContext } from './read-context.js';
import { parseObject } from './read-json.js';
import { rules1, type ReadRow } from './rules-1.js';
import { Unmappable } from './unmappable.js';

/**
 * What a row gives before ids and envelopes. `newer`: it follows rules that this build does not know; nothing may be
 * published in its place. `undecodable`: it can never be mapped; `reason` names the flaw and repeats no content.
 */
export type DraftsOfRow =
  | { readonly kind: 'drafts'; readonly drafts: readonly Draft[]; readonly context: RowContext }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'newer'; readonly reason: string }
  | { readonly kind: 'undecodable'; readonly reason: string };

/** Projection rules by `projection.version`: an event keeps the rules it was recorded under (DESIGN 9.4). */
const RULES: ReadonlyMap<number, (row: ReadRow) => readonly Draft[]> = new Map([[1, rules1]]);

/** Reads a row and applies the rules of its own projection version. Never throws for what the row holds. */
export function readDrafts(row: RecordedRow): DraftsOfRow {
  if (!isPublishable(row.type)) return { kind: 'nothing' };
  try {
    const context = readContext(row.metadata);
    if (context.schemaVersion > SCHEMA_VERSION) {
      if (context.ignorable) return { kind: 'nothing' };
      return { kind: 'newer', reason: `schema version ${context.schemaVersion}` };
    }
    const rules = RULES.get(context.version);
    if (rules === undefined) return { kind: 'newer', reason: `projection version ${context.version}` };
    const data = parseObject(row.data, 'data');
    return { kind: 'drafts', drafts: rules({ stream: row.stream, type: row.type, data, context }), context };
  } catch (fault) {
    if (fault instanceof Unmappable) return { kind: 'undecodable', reason: fault.message };
    throw fault;
  }
}
