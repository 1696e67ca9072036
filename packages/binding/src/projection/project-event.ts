import type { Message, RecordedRow } from './message.js';
import { readDrafts } from './read-drafts.js';

/** The messages of one event, or why it cannot be mapped. */
export type Projection =
  | { readonly kind: 'messages'; readonly messages: readonly Message[] }
  | {
      readonly kind: 'unmappable';
      /**
       * `newer`: recorded under rules this build does not know: stop and upgrade. `undecodable`: the row is damaged:
       * publish `substituteFor`.
       */
      readonly cause: 'newer' | 'undecodable';
      /** Names the flaw; repeats nothing of the row's content. */
      readonly reason: string;
    };

/**
 * Maps one recorded event to its messages, in the order of publication, reading nothing but the row (DESIGN 7, G12).
 * Knows no size limit: see `publishableMessages`.
 */
export function projectEvent(row: RecordedRow): Projection {
  const read = readDrafts(row);
  switch (read.kind) {
    case 'nothing':
      return { kind: 'messages', messages: [] };
    case 'newer':
    case 'undecodable':
      return { kind: 'unmappable', cause: read.kind, reason: read.reason };
    case 'drafts':
      return { kind: 'messages', messages: read.composed.map(({ message }) => message) };
  }
}
