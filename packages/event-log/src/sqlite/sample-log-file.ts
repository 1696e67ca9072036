import type Database from 'better-sqlite3';
import { openDatabase } from './open-database.js';
import { EventReader, type LogSample } from './event-reader.js';
import { lostEvents } from './recorded-event.js';
import { sqliteFailure } from './sqlite-failure.js';

/** Events, and streams, that are read at each end of the log. */
const SAMPLE_ROWS = 1_000;

/**
 * Reads the oldest and the newest events, and the beginning and the end of the stream table, as any reader would;
 * changes nothing, and the cost does not follow the history. Damage between them stays unseen.
 * @throws LogUnavailable when the file cannot be read, also for a damaged page; LogIncompatible
 */
export function sampleLogFile(file: string): LogSample {
  const database = openDatabase({ file, readOnly: true });
  try {
    const sample = new EventReader(database, Date.now).sample(SAMPLE_ROWS);
    return { ...sample, damage: sample.damage ?? lostInStreams(database) };
  } catch (error) {
    throw sqliteFailure(error, file, 'read');
  } finally {
    database.close();
  }
}

/** By name and by number, through the index and through the table: the first stream found without its newest event. */
function lostInStreams(database: Database.Database): string | null {
  for (const order of ['name', 'name DESC', 'id', 'id DESC']) {
    const found = database.prepare<[number], Newest>(streamsQuery(order)).all(SAMPLE_ROWS);
    const lost = found.find(({ isThere }) => isThere === 0);
    if (lost !== undefined) return lostEvents(lost.name, lost.lastRevision, lost.lastRevision).damage ?? null;
  }
  return null;
}

/** A stream, and whether its newest event is there; one that keeps events by age may have none. */
interface Newest {
  readonly name: string;
  readonly lastRevision: number;
  readonly isThere: 0 | 1;
}

function streamsQuery(order: string): string {
  return `SELECT name, last_revision AS lastRevision,
      last_revision < 0 OR max_age_ms IS NOT NULL
        OR EXISTS (SELECT 1 FROM events e WHERE e.stream_id = s.id AND e.revision = s.last_revision) AS isThere
    FROM streams s ORDER BY ${order} LIMIT ?`;
}
