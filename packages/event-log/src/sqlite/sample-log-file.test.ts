import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someEvents } from '../contract/given-events.js';
import { openSqliteEventLog, sampleLogFile } from './index.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('a sample of a log file', () => {
  let directory: TestDirectory;
  let file: string;
  beforeEach(async () => {
    directory = aDirectory();
    file = directory.file('log.db');
    const log = openSqliteEventLog({ file });
    for (let n = 0; n < 3; n += 1) await log.append(`a-${n}`, 'no_stream', someEvents(700));
    await log.close();
  });
  afterEach(() => directory.remove());

  const change = (sql: string): void => {
    const database = new Database(file);
    database.exec(sql);
    database.close();
  };

  it.each([
    [1, true],
    [1_000, true],
    [1_001, false],
    [1_100, false],
    [1_101, true],
    [2_100, true],
  ])(
    'issue 5.5: reads the thousand events at each end; a damaged one at %i is found: %s',
    (position, found) => {
      expect(sampleLogFile(file)).toEqual({ events: 2_000, isWhole: false, damage: null });
      change(`UPDATE events SET data = data || ' ' WHERE position = ${position}`);
      expect(sampleLogFile(file).damage !== null).toBe(found);
    },
  );

  it('G11: a stream whose newest event is gone is found; what expired is not missing', async () => {
    change('DELETE FROM events WHERE stream_id = 2');
    expect(sampleLogFile(file).damage).toBe('event 699 of a-1 is missing');
    change('UPDATE streams SET max_age_ms = 1 WHERE id = 2');
    expect(sampleLogFile(file).damage).toBe(null);
  });

  it('says when it has read all there is', () => {
    change('DELETE FROM events WHERE position > 1400; DELETE FROM streams WHERE id = 3');
    expect(sampleLogFile(file)).toEqual({ events: 1_400, isWhole: true, damage: null });
  });
});
