import type Database from 'better-sqlite3';
import { openDatabase } from './open-database.js';
import { EventReader, type LogSample } from './event-reader.js';
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
    readStreams(database);
    return new EventReader(database, Date.now).sample(SAMPLE_ROWS);
  } catch (error) {
    throw sqliteFailure(error, file, 'read');
  } finally {
    database.close();
  }
}

/** By name and by number: through the index and through the table. */
function readStreams(database: Database.Database): void {
  for (const order of ['name', 'name DESC', 'id', 'id DESC'])
    database
      .prepare(`SELECT id, name, last_revision FROM streams ORDER BY ${order} LIMIT ?`)
      .all(SAMPLE_ROWS);
}
