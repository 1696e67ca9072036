import { SCHEMA_VERSION } from '../metadata.js';
import { composeMessage } from './compose-message.js';
import type { Draft } from './draft.js';
import type { Message, RecordedRow } from './message.js';
import { isPublishable } from './publishable-event-types.js';
import { readContext, type RowContext } from './read-context.js';
import { parseObject } from './read-json.js';
import { rules1, type ReadRow } from './rules-1.js';
import { Unmappable } from './unmappable.js';

/** A draft and its message. */
interface Composed {
  readonly draft: Draft;
  readonly message: Message;
}

/**
 * What a row gives, draft by draft. `newer`: it follows rules that this build does not know; nothing may be
 * published in its place. `undecodable`: it can never be mapped; `reason` names the flaw and repeats no content.
 */
export type DraftsOfRow =
  | {
      readonly kind: 'drafts';
      readonly composed: readonly Composed[];
      readonly context: RowContext;
    }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'newer'; readonly reason: string }
  | { readonly kind: 'undecodable'; readonly reason: string };

/** Projection rules by `projection.version`: an event keeps the rules it was recorded under (DESIGN 9.4). */
const RULES: ReadonlyMap<number, (row: ReadRow) => readonly Draft[]> = new Map([[1, rules1]]);

/** Reads a row and applies the rules of its own projection version. Never throws for what the row holds. */
export function readDrafts(row: RecordedRow): DraftsOfRow {
  if (!isPublishable(row.type)) return { kind: 'nothing' };
  if (row.damage !== undefined) return { kind: 'undecodable', reason: row.damage };
  try {
    const context = readContext(row.metadata);
    if (context.schemaVersion > SCHEMA_VERSION) {
      if (context.ignorable) return { kind: 'nothing' };
      return { kind: 'newer', reason: `schema version ${context.schemaVersion}` };
    }
    const rules = RULES.get(context.version);
    if (rules === undefined) return { kind: 'newer', reason: `projection version ${context.version}` };
    const data = parseObject(row.data, 'data');
    const drafts = rules({ stream: row.stream, type: row.type, data, context });
    const composed = drafts.map((draft, index) => ({
      draft,
      message: composeMessage(draft, row.id, index, context),
    }));
    return { kind: 'drafts', composed, context };
  } catch (fault) {
    if (fault instanceof Unmappable) return { kind: 'undecodable', reason: fault.message };
    // JSON nested deeper than the stack is a flaw of the row, not of this process.
    if (fault instanceof RangeError) return { kind: 'undecodable', reason: 'nested too deeply' };
    throw fault;
  }
}
