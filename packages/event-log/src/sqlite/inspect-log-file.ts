import type { Position } from '../port.js';
import { formatPosition } from '../position.js';
import { openDatabase } from './open-database.js';
import { SCHEMA_VERSION } from './schema.js';
import { sqliteFailure } from './sqlite-failure.js';

/** What a short look at a log file shows. */
export interface LogFileFacts {
  readonly schemaVersion: number;
  /** The one this build writes; an older file is upgraded when it is opened to write. */
  readonly currentSchema: number;
  /** Null in a file from before logs had one. */
  readonly identity: string | null;
  /** Null when nothing was recorded yet. Positions count every event ever recorded. */
  readonly head: Position | null;
  /** When the newest event that is kept was recorded, milliseconds since 1970; null when there is none. */
  readonly newestRecordedMs: number | null;
}

/**
 * Looks at a log file, whether its service runs or not, changing nothing; the cost does not follow the history.
 * @throws LogIncompatible for a foreign file or one of a newer build; LogUnavailable
 */
export function inspectLogFile(file: string): LogFileFacts {
  const database = openDatabase({ file, readOnly: true });
  const one = (sql: string): unknown => database.prepare(sql).pluck().get() ?? null;
  try {
    const head = Number(one('SELECT position FROM head'));
    const hasIdentity = one("SELECT 1 FROM sqlite_master WHERE name = 'identity'") !== null;
    const newest = one('SELECT recorded_ms FROM events ORDER BY position DESC LIMIT 1');
    return {
      schemaVersion: Number(database.pragma('user_version', { simple: true })),
      currentSchema: SCHEMA_VERSION,
      identity: hasIdentity ? String(one('SELECT id FROM identity')) : null,
      head: head === 0 ? null : formatPosition(head),
      newestRecordedMs: newest === null ? null : Number(newest),
    };
  } catch (error) {
    throw sqliteFailure(error, file, 'read');
  } finally {
    database.close();
  }
}
