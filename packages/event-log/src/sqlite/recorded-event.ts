import type { RecordedEvent } from '../port.js';
import { formatPosition } from '../position.js';
import { rowChecksum, type StoredRow } from './row-checksum.js';

/** A row of `events` as it was read; `stream` is null where no stream has the row's number. */
export interface EventRow extends Omit<StoredRow, 'stream'> {
  readonly stream: string | null;
  readonly checksum: number | null;
}

/**
 * The port's event of a row, marked where it is not what was written. `uncheckedUpTo`: rows up to this position may have
 * no checksum, since they are older than checksums.
 */
export function recordedEvent(row: EventRow, uncheckedUpTo: number): RecordedEvent {
  const flaw = flawOf(row, uncheckedUpTo);
  const revision = Number.isSafeInteger(row.revision) ? row.revision : 0;
  const event = {
    stream: textOf(row.stream),
    revision,
    position: formatPosition(row.position),
    id: textOf(row.id),
    type: textOf(row.type),
    data: textOf(row.data),
    metadata: textOf(row.metadata),
  };
  if (flaw === null) return event;
  const where = row.stream === null ? 'a stream that is not known' : event.stream;
  return {
    ...event,
    damage: `event ${revision} of ${where} at position ${row.position} is damaged: ${flaw}`,
  };
}

/** In a damaged row a column may come back as anything, whatever the table says. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function flawOf(row: EventRow, uncheckedUpTo: number): string | null {
  const { stream, checksum } = row;
  if (stream === null) return 'its stream is gone';
  const texts: readonly unknown[] = [stream, row.type, row.id, row.data, row.metadata];
  if (!texts.every((text) => typeof text === 'string')) return 'a column is no text';
  if (checksum === null) return row.position <= uncheckedUpTo ? null : 'its checksum is gone';
  return checksum === rowChecksum({ ...row, stream }) ? null : 'its checksum does not fit';
}

/** Stands for the events of a stream from revision `from` to `to` that are not there. */
export function lostEvents(stream: string, from: number, to: number): RecordedEvent {
  const which = from === to ? `event ${to}` : `events ${from} to ${to}`;
  const damage = `${which} of ${stream} ${from === to ? 'is' : 'are'} missing`;
  const nothing = { id: '', type: '', data: '', metadata: '' };
  return { stream, revision: to, position: formatPosition(0), ...nothing, damage };
}
