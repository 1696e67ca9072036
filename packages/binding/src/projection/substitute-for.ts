import { composeMessage } from './compose-message.js';
import type { Message, RecordedRow } from './message.js';
import { readDrafts } from './read-drafts.js';
import { salvageDrafts } from './salvage-drafts.js';
import { substituteDraft, type SubstituteReason } from './substitute-draft.js';

/**
 * The fixed substitutes of all messages of an event (DESIGN 7), with the ids of the messages they stand for. From a
 * damaged row as many as can be told; possibly none.
 */
export function substituteFor(row: RecordedRow, reason: SubstituteReason): readonly Message[] {
  const read = readDrafts(row);
  const { drafts, context } =
    read.kind === 'drafts'
      ? { drafts: read.composed.map(({ draft }) => draft), context: read.context }
      : salvageDrafts(row);
  return drafts.map((draft, index) =>
    composeMessage(substituteDraft(draft, reason, row.type), row.id, index, context),
  );
}
