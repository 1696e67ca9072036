import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someEvents } from '../contract/given-events.js';
import { LogIncompatible, LogUnavailable } from '../errors.js';
import { inspectLogFile, openSqliteEventLog } from './index.js';
import { APPLICATION_ID, SCHEMA_VERSION, STEPS } from './schema.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('a look at the file of a log', () => {
  let directory: TestDirectory;
  let file: string;
  beforeEach(() => {
    directory = aDirectory();
    file = directory.file('log.db');
  });
  afterEach(() => directory.remove());

  it('shows schema, identity, head and the time of the newest event, with the writer open and closed', async () => {
    const log = openSqliteEventLog({ file, now: () => 1_234 });
    const empty = { schemaVersion: SCHEMA_VERSION, currentSchema: SCHEMA_VERSION };
    const identity = await log.identity();
    expect(inspectLogFile(file)).toEqual({ ...empty, identity, head: null, newestRecordedMs: null });
    await log.append('a-1', 'no_stream', someEvents(3));
    const full = { ...empty, identity, head: await log.head(), newestRecordedMs: 1_234 };
    expect(inspectLogFile(file)).toEqual(full);
    await log.close();
    expect(inspectLogFile(file)).toEqual(full);
  });

  it('a file from before logs had an identity is looked at as it is', () => {
    const database = new Database(file);
    database.exec(STEPS[0] ?? '');
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma('user_version = 1');
    database.close();
    expect(inspectLogFile(file)).toMatchObject({ schemaVersion: 1, identity: null, head: null });
  });

  it('a foreign file, an empty one and none are named', () => {
    expect(() => inspectLogFile(file)).toThrow(LogUnavailable);
    writeFileSync(file, '');
    expect(() => inspectLogFile(file)).toThrow(LogUnavailable);
    writeFileSync(file, 'no database, and long enough to be looked at');
    expect(() => inspectLogFile(file)).toThrow(LogIncompatible);
  });
});
