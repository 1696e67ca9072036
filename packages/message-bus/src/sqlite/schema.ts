import type Database from 'better-sqlite3';
import { BusIncompatible } from '../errors.js';

/** Marks a file as a message bus of this product ("aipb"); stands in the SQLite header. */
const APPLICATION_ID = 0x61697062;

/** Counts up when a build that knows only the old tables could no longer use the file. */
const SCHEMA_VERSION = 1;

/**
 * `seq` is the order of publication over all topics. Topics are numbers (topic-number.ts), since they stand in the
 * indexes. Only commands are read by offset; the other topics are read by topic or key, in `seq` order, which the
 * rowid adds to each index.
 */
const TABLES = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE messages (
  seq INTEGER PRIMARY KEY,
  topic INTEGER NOT NULL,
  partition INTEGER NOT NULL,
  "offset" INTEGER NOT NULL,
  key TEXT,
  value BLOB,
  headers TEXT NOT NULL,
  timestamp_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX commands_by_offset ON messages (partition, "offset") WHERE topic = 0;
CREATE INDEX messages_by_topic ON messages (topic);
CREATE INDEX messages_by_key ON messages (key, topic) WHERE key IS NOT NULL;
CREATE TABLE heads (
  topic INTEGER NOT NULL, partition INTEGER NOT NULL, next_offset INTEGER NOT NULL,
  PRIMARY KEY (topic, partition)
) STRICT, WITHOUT ROWID;
CREATE TABLE consumer_offsets (
  group_name TEXT NOT NULL, topic INTEGER NOT NULL, partition INTEGER NOT NULL, next_offset INTEGER NOT NULL,
  PRIMARY KEY (group_name, topic, partition)
) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoints (shard TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE dead_letters (
  topic INTEGER NOT NULL, partition INTEGER NOT NULL, "offset" INTEGER NOT NULL, seq INTEGER NOT NULL,
  PRIMARY KEY (topic, partition, "offset")
) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** True when the file can be used, false when it is empty. @throws BusIncompatible for any other file. */
export function hasSchema(db: Database.Database, file: string): boolean {
  const application = db.pragma('application_id', { simple: true });
  const version = Number(db.pragma('user_version', { simple: true }));
  const objects = db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() ?? 0;
  if (application === 0 && version === 0 && objects === 0) return false;
  if (application !== APPLICATION_ID) {
    throw new BusIncompatible(
      `${file} belongs to another program. Check that it is the data directory you mean (--data). Nothing was changed.`,
    );
  }
  if (version !== SCHEMA_VERSION) {
    throw new BusIncompatible(
      `${file} has message bus schema ${version}, this build knows ${SCHEMA_VERSION}; run the newer release again. ` +
        'Nothing was changed.',
    );
  }
  return true;
}

/** Creates the tables in an empty file, unless another process did so first. */
export function createSchema(db: Database.Database, file: string, partitions: number): void {
  db.transaction(() => {
    if (hasSchema(db, file)) return;
    db.exec(TABLES);
    db.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run('partitions', partitions);
  }).immediate();
}

/** The number of partitions the file was created with. @throws BusIncompatible when it is not there. */
export function storedPartitions(db: Database.Database, file: string): number {
  const value = db
    .prepare<[string], number>('SELECT value FROM settings WHERE name = ?')
    .pluck()
    .get('partitions');
  if (value === undefined || value < 1) {
    throw new BusIncompatible(`${file} does not say how many partitions it has; restore it from a backup.`);
  }
  return value;
}
