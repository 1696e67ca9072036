import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectAll } from './fixtures/collect-all.js';
import { someEvents } from '../contract/given-events.js';
import { openSqliteEventLog } from './index.js';
import { APPLICATION_ID, STEPS } from './schema.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('DESIGN 3, issue 5.5: rows that are not what was written', () => {
  let directory: TestDirectory;
  let file: string;
  beforeEach(async () => {
    directory = aDirectory();
    file = directory.file('log.db');
    const log = openSqliteEventLog({ file });
    await log.append('a-1', 'no_stream', someEvents(4));
    await log.append('b-1', 'no_stream', someEvents(2));
    await log.close();
  });
  afterEach(() => directory.remove());

  const change = (sql: string): void => {
    const database = new Database(file);
    database.exec(sql);
    database.close();
  };
  /** Damage of each event of the stream by its revision; undefined where it is sound. */
  const damageOf = async (stream: string, from = 0, limit?: number): Promise<(string | undefined)[][]> => {
    const log = openSqliteEventLog({ file, readOnly: true });
    const events = await log.read(stream, { from, limit }).finally(() => log.close());
    return events.map(({ revision, damage }) => [String(revision), damage]);
  };
  const sound = [0, 1, 2, 3].map((revision) => [String(revision), undefined]);

  it('sound rows have no mark', async () => {
    expect(await damageOf('a-1')).toEqual(sound);
  });

  it.each([
    ['data', "data = data || ' '"],
    ['metadata', "metadata = '{}x'"],
    ['type', "type = 'Other'"],
    ['id', "id = 'other'"],
    ['time', 'recorded_ms = recorded_ms + 1'],
    [
      'a character between data and metadata',
      'data = data || substr(metadata, 1, 1), metadata = substr(metadata, 2)',
    ],
    ['checksum', 'checksum = checksum + 1'],
    ['checksum that is gone', 'checksum = NULL'],
  ])(
    'a changed %s is named with stream, revision and position; other rows and streams are sound',
    async (_, set) => {
      change(`UPDATE events SET ${set} WHERE position = 3`);
      const damaged = await damageOf('a-1');
      expect(damaged.filter(([, damage]) => damage === undefined)).toEqual([sound[0], sound[1], sound[3]]);
      expect(damaged[2]?.[1]).toMatch(
        /^event 2 of a-1 at position 3 is damaged: its checksum (does not fit|is gone)$/,
      );
      expect((await damageOf('b-1')).map(([, damage]) => damage)).toEqual([undefined, undefined]);
      const all = await collectAll(file);
      expect(all.map(({ damage }) => damage !== undefined)).toEqual([
        false,
        false,
        true,
        false,
        false,
        false,
      ]);
    },
  );

  it('a row that moved to another revision, position or stream is named', async () => {
    change('UPDATE events SET revision = 9 WHERE position = 4');
    expect((await damageOf('a-1'))[3]?.[1]).toMatch(/events 3 to 8 of a-1 are missing/);
    expect((await damageOf('a-1'))[4]?.[1]).toMatch(/event 9 of a-1 at position 4 is damaged/);
    change('UPDATE events SET revision = 3, position = 99 WHERE position = 4');
    expect((await damageOf('a-1'))[3]?.[1]).toMatch(/event 3 of a-1 at position 99 is damaged/);
    change('UPDATE events SET stream_id = 7, position = 4 WHERE position = 99');
    expect((await damageOf('a-1'))[3]?.[1]).toBe('event 3 of a-1 is missing');
    expect((await collectAll(file))[3]?.damage).toMatch(/stream that is not known .* its stream is gone/);
  });

  it('missing events are named: at the beginning, between others, at the end, all of them', async () => {
    change('DELETE FROM events WHERE position = 1');
    expect((await damageOf('a-1'))[0]).toEqual(['0', 'event 0 of a-1 is missing']);
    change('DELETE FROM events WHERE position = 3');
    expect((await damageOf('a-1'))[2]).toEqual(['2', 'event 2 of a-1 is missing']);
    expect(await damageOf('a-1', 3)).toEqual([sound[3]]);
    change('DELETE FROM events WHERE position = 4');
    expect((await damageOf('a-1')).at(-1)).toEqual(['3', 'events 2 to 3 of a-1 are missing']);
    change('DELETE FROM events WHERE position = 2');
    expect(await damageOf('a-1')).toEqual([['3', 'events 0 to 3 of a-1 are missing']]);
  });

  it.each([1, 4, 11])(
    'G11: without retention nothing was dropped, whatever first_revision says: %i',
    async (first) => {
      change(`UPDATE streams SET first_revision = ${first} WHERE id = 1`);
      expect(await damageOf('a-1')).toEqual(sound);
      change('DELETE FROM events WHERE stream_id = 1');
      expect(await damageOf('a-1')).toEqual([['3', 'events 0 to 3 of a-1 are missing']]);
      expect((await damageOf('b-1')).map(([, damage]) => damage)).toEqual([undefined, undefined]);
    },
  );

  it('G11: a stream that keeps a number of events keeps at least its newest', async () => {
    change('UPDATE streams SET first_revision = 11, max_count = 2 WHERE id = 1');
    expect(await damageOf('a-1')).toEqual(sound.slice(2));
    change('DELETE FROM events WHERE stream_id = 1');
    expect(await damageOf('a-1')).toEqual([['3', 'event 3 of a-1 is missing']]);
  });

  it('a page that ends before the stream does says nothing of what follows', async () => {
    change('DELETE FROM events WHERE position = 4');
    expect(await damageOf('a-1', 0, 3)).toEqual(sound.slice(0, 3));
    expect(await damageOf('a-1', 3, 3)).toEqual([['3', 'event 3 of a-1 is missing']]);
    expect(await damageOf('a-1', 4)).toEqual([]);
  });

  it('an event beyond the end of its stream is named', async () => {
    change('UPDATE streams SET last_revision = 2 WHERE id = 1');
    expect((await damageOf('a-1'))[3]?.[1]).toMatch(/event 3 of a-1 .* beyond its stream's end/);
  });

  it('what retention dropped is not missing', async () => {
    const log = openSqliteEventLog({ file });
    await log.setRetention('a-1', { maxCount: 2 });
    await log.setRetention('b-1', { maxAgeMs: 1 });
    await log.close();
    expect(await damageOf('a-1')).toEqual(sound.slice(2));
    expect(await damageOf('b-1')).toEqual([]);
  });

  it('decision 0010: rows from before checksums are taken as they are, later ones without are not', async () => {
    const old = directory.file('old.db');
    const database = new Database(old);
    database.exec(STEPS.slice(0, 2).join(''));
    database.exec(`
      INSERT INTO streams (id, name, last_revision, first_revision) VALUES (1, 'a-1', 0, 0);
      INSERT INTO events VALUES (1, 1, 0, 0, 'T', 'id-1', '{"n":1}', '{}');
      UPDATE head SET position = 1;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = 2;
    `);
    database.close();
    file = old;
    expect(await damageOf('a-1')).toEqual([['0', undefined]]);
    const log = openSqliteEventLog({ file });
    await log.append('a-1', 0, someEvents(1));
    await log.close();
    expect(await damageOf('a-1')).toEqual([
      ['0', undefined],
      ['1', undefined],
    ]);
    change('UPDATE events SET checksum = NULL');
    expect((await damageOf('a-1')).map(([, damage]) => damage?.slice(-8))).toEqual([undefined, ' is gone']);
  });
});
