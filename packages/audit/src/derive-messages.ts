import { projectEvent, substituteFor, type Message } from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';

/** A message re-derived from the log, with the row it comes from. */
export interface DerivedMessage {
  readonly message: Message;
  readonly row: RecordedEvent;
  /** Its place among the messages of the row. */
  readonly index: number;
}

/** What rows give. `flaws`: rows that cannot be mapped; `newer`: rows under rules this build does not know. */
export interface Derivation {
  readonly messages: readonly DerivedMessage[];
  readonly flaws: readonly { readonly row: RecordedEvent; readonly reason: string }[];
  readonly newer: readonly RecordedEvent[];
}

/**
 * Derives the messages of rows in the order of publication, which is that of the log (G12). A row that cannot be
 * mapped gives the substitutes a projector publishes in its place.
 */
export function deriveMessages(rows: readonly RecordedEvent[]): Derivation {
  const messages: DerivedMessage[] = [];
  const flaws: { row: RecordedEvent; reason: string }[] = [];
  const newer: RecordedEvent[] = [];
  for (const row of rows) {
    const projection = projectEvent(row);
    let given: readonly Message[] = [];
    if (projection.kind === 'messages') {
      given = projection.messages;
    } else if (projection.cause === 'newer') {
      newer.push(row);
    } else {
      flaws.push({ row, reason: projection.reason });
      given = substituteFor(row, 'unmappable');
    }
    given.forEach((message, index) => messages.push({ message, row, index }));
  }
  return { messages, flaws, newer };
}
