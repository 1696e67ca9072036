import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { LogIncompatible, LogUnavailable } from '../errors.js';
import { damagedLog } from './damaged-log.js';
import { fileDamage } from './file-damage.js';
import { makePrivateFile } from './private-file.js';
import { APPLICATION_ID, OLDEST_READABLE_VERSION, SCHEMA_VERSION, STEPS } from './schema.js';
import { sqliteFailure } from './sqlite-failure.js';
import type { SqliteEventLogOptions } from './sqlite-event-log-options.js';
import { verifyBeforeWriting } from './verify-before-writing.js';

const DEFAULT_LOCK_WAIT_MS = 2_000;

/** A write-ahead log that grew beyond this is cut back after it was checkpointed. */
const WAL_LIMIT_BYTES = 64 * 1_048_576;

/** Opens, checks and if need be creates or migrates the file. @throws LogIncompatible, LogUnavailable */
export function openDatabase(options: SqliteEventLogOptions): Database.Database {
  const { file, readOnly = false } = options;
  if (!readOnly) makePrivateFile(file);
  else if (!existsSync(file)) {
    throw new LogUnavailable(
      `The event log ${file} does not exist. Check the path, or start the service first.`,
    );
  }
  let database: Database.Database | undefined;
  const timeout = options.lockWaitMs ?? DEFAULT_LOCK_WAIT_MS;
  try {
    verifyStructure(file, readOnly, timeout);
    database = new Database(file, { readonly: readOnly, fileMustExist: true, timeout });
    if (readOnly) checkReadable(database, file);
    else prepareForWriting(database, options);
    return database;
  } catch (error) {
    database?.close();
    throw sqliteFailure(error, file, 'open');
  }
}

/** Before the file is opened: one that is damaged must stay as it is. @throws LogUnavailable, LogIncompatible */
function verifyStructure(file: string, readOnly: boolean, timeout: number): void {
  const damage = fileDamage(file);
  if (damage !== null) throw damagedLog(file, damage);
  if (!readOnly && statSync(file).size > 0) {
    verifyBeforeWriting(file, timeout, (database) => checkedVersion(database, file));
  }
}

function checkReadable(database: Database.Database, file: string): void {
  const version = checkedVersion(database, file);
  if (version === 0) {
    throw new LogUnavailable(`The event log ${file} is still empty. Start the service that writes it first.`);
  }
  if (version < OLDEST_READABLE_VERSION) {
    throw new LogIncompatible(
      `${file} has the older schema ${version}. Start the service once, which upgrades it.`,
    );
  }
}

function prepareForWriting(database: Database.Database, options: SqliteEventLogOptions): void {
  const { file } = options;
  // Before anything is changed: a foreign file must stay as it is.
  checkedVersion(database, file);
  if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
    throw new LogUnavailable(
      `${file} cannot use a write-ahead log. Keep it on a local disk, not a network mount.`,
    );
  }
  database.pragma('synchronous = FULL');
  database.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`);
  if (options.maxFileBytes !== undefined) {
    const pageSize = Number(database.pragma('page_size', { simple: true }));
    database.pragma(`max_page_count = ${Math.max(1, Math.floor(options.maxFileBytes / pageSize))}`);
  }
  database.transaction(() => migrate(database, file)).immediate();
}

/** The version is read again under the write lock: another process may have been first. */
function migrate(database: Database.Database, file: string): void {
  const version = checkedVersion(database, file);
  for (const step of STEPS.slice(version)) database.exec(step);
  if (version === SCHEMA_VERSION) return;
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma(`user_version = ${SCHEMA_VERSION}`);
}

/** The file's schema version, 0 for a new file. @throws LogIncompatible */
function checkedVersion(database: Database.Database, file: string): number {
  const application = database.pragma('application_id', { simple: true });
  const version = Number(database.pragma('user_version', { simple: true }));
  const tables = Number(database.prepare('SELECT count(*) FROM sqlite_master').pluck().get());
  const isNew = application === 0 && version === 0 && tables === 0;
  if (!isNew && application !== APPLICATION_ID) {
    throw new LogIncompatible(
      `${file} is a database of another program. Check that it is the data directory you mean (--data).`,
    );
  }
  if (version > SCHEMA_VERSION) {
    throw new LogIncompatible(
      `${file} has schema ${version}, newer than the ${SCHEMA_VERSION} this build knows. Use the newer build.`,
    );
  }
  return version;
}
