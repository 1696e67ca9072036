import type { EventLog } from '../port.js';
import { openDatabase } from './open-database.js';
import { SqliteEventLog } from './sqlite-event-log.js';
import { sqliteFailure } from './sqlite-failure.js';
import type { SqliteEventLogOptions } from './sqlite-event-log-options.js';

/**
 * Opens the log in an SQLite file (WAL, `synchronous=FULL`): an append is answered after its commit is synced, and
 * all appends of one turn of the event loop share a commit. Opening costs the same however long the history is.
 * @throws LogIncompatible for a foreign file or one of a newer build.
 * @throws LogUnavailable when the file cannot be opened or is damaged.
 */
export function openSqliteEventLog(options: SqliteEventLogOptions): EventLog {
  const database = openDatabase(options);
  try {
    return new SqliteEventLog(database, options);
  } catch (error) {
    database.close();
    throw sqliteFailure(error, options.file, 'open');
  }
}
