import { composeMessage } from './compose-message.js';
import type { Message, RecordedRow } from './message.js';
import { isLargerThan } from './message-bytes.js';
import { readDrafts } from './read-drafts.js';
import { substituteDraft, type SubstituteReason } from './substitute-draft.js';
import { substituteFor } from './substitute-for.js';

/** One substitution, for the metric and the log line (DESIGN 7). `detail` repeats nothing of the row's content. */
export interface Substitution {
  readonly reason: SubstituteReason;
  readonly detail: string;
}

/** What a projector publishes for an event. */
export type Publication =
  | {
      readonly kind: 'messages';
      readonly messages: readonly Message[];
      readonly substitutions: readonly Substitution[];
    }
  /** Recorded under rules this build does not know: publish nothing, keep the position, ask for an upgrade. */
  | { readonly kind: 'newer'; readonly reason: string };

const NOTHING: Publication = { kind: 'messages', messages: [], substitutions: [] };

/**
 * The messages of one event as they can be published (DESIGN 7): those of `projectEvent`, and fixed substitutes where the
 * row is damaged or key, headers and value of a message take more than `maxMessageBytes` UTF-8 bytes.
 */
export function publishableMessages(row: RecordedRow, maxMessageBytes: number): Publication {
  const read = readDrafts(row);
  switch (read.kind) {
    case 'nothing':
      return NOTHING;
    case 'newer':
      return { kind: 'newer', reason: read.reason };
    case 'undecodable': {
      const messages = substituteFor(row, 'unmappable');
      return { kind: 'messages', messages, substitutions: [{ reason: 'unmappable', detail: read.reason }] };
    }
    case 'drafts': {
      const substitutions: Substitution[] = [];
      const messages = read.composed.map(({ draft, message }, index) => {
        if (!isLargerThan(message, maxMessageBytes)) return message;
        const detail = `message ${index} is over ${maxMessageBytes} bytes`;
        substitutions.push({ reason: 'output_too_large', detail });
        const small = substituteDraft(draft, 'output_too_large', row.type);
        return composeMessage(small, row.id, index, read.context);
      });
      return { kind: 'messages', messages, substitutions };
    }
  }
}
