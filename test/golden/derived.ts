import { projectEvent, type Message, type RecordedRow } from '@aip-hermes/binding';

/** What rows give, in the order of the log; fails on a row that cannot be mapped. */
export function derived(rows: readonly RecordedRow[]): readonly Message[] {
  return rows.flatMap((row) => {
    const projection = projectEvent(row);
    if (projection.kind === 'messages') return projection.messages;
    throw new Error(`${row.type} at ${row.revision} is ${projection.cause}: ${projection.reason}`);
  });
}
