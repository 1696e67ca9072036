import Database from 'better-sqlite3';
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogIncompatible, LogUnavailable } from '../errors.js';
import type { EventLog, NewEvent, RecordedEvent } from '../port.js';
import { openSqliteEventLog } from './index.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

const SEED = 20261201;
const STREAMS = ['a-1', 'b-1', 'c-1', 'd-1', 'e-1'];
const EVENTS_EACH = 12;

/** Numbers from 0 up to 1, the same each time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const eventOf = (stream: string, n: number): NewEvent => ({
  id: `${stream}-${n}`,
  type: 'Happened',
  // Some rows lie in one page, some go over into others.
  data: JSON.stringify({ stream, n, text: 'text of the event '.repeat(n % 4 === 3 ? 400 : 5 + n) }),
  metadata: JSON.stringify({ stream, n }),
});

async function fill(log: EventLog): Promise<void> {
  for (let n = 0; n < EVENTS_EACH; n += 1)
    for (const stream of STREAMS)
      await log.append(stream, n === 0 ? 'no_stream' : n - 1, [eventOf(stream, n)]);
}

const refusals = (error: unknown): boolean =>
  error instanceof LogUnavailable || error instanceof LogIncompatible;

/** What a log answers for a stream: its events, or that it is damaged. */
async function readOr(log: EventLog, stream: string): Promise<readonly RecordedEvent[] | 'refused'> {
  try {
    return await log.read(stream);
  } catch (error) {
    expect(error).toSatisfy(refusals);
    expect((error as Error).message).toMatch(/is damaged\./);
    return 'refused';
  }
}

/** How many revisions the answer neither gives as they were written, nor names. */
function unnamed(answer: readonly RecordedEvent[], stream: string, upTo: number): number {
  const told = new Set<number>();
  let previous = -1;
  for (const event of answer) {
    if (event.damage !== undefined) for (let n = previous + 1; n <= event.revision; n += 1) told.add(n);
    else {
      const { id, type, data, metadata } = event;
      expect({ id, type, data, metadata }).toEqual(eventOf(stream, event.revision));
      told.add(event.revision);
    }
    previous = event.revision;
  }
  return Array.from({ length: upTo }, (_, n) => n).filter((n) => !told.has(n)).length;
}

/** Bytes of every file of a directory; the index of a write-ahead log is no content. */
function bytesIn(path: string): Record<string, string> {
  const names = readdirSync(path).filter((name) => !name.endsWith('-shm'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'latin1')]));
}

describe(`issue 5.5: a damaged file (seed ${SEED})`, () => {
  let directory: TestDirectory;
  let path: string;
  let file: string;
  let good: Buffer;
  beforeEach(async () => {
    directory = aDirectory();
    file = directory.file('log.db');
    path = join(file, '..');
    const log = openSqliteEventLog({ file });
    await fill(log);
    await log.close();
    good = readFileSync(file);
  });
  afterEach(() => directory.remove());

  const refusedAtOpen = (): unknown => {
    try {
      void openSqliteEventLog({ file }).close();
      return null;
    } catch (error) {
      return error;
    }
  };
  const integrity = (): string => {
    const database = new Database(file, { readonly: true });
    try {
      return String(database.pragma('integrity_check(1)', { simple: true }));
    } catch (error) {
      return String(error);
    } finally {
      database.close();
    }
  };

  it('flipped bytes anywhere: each event is as it was written, or named, or the log refuses; nothing crashes', async () => {
    const random = randomOf(SEED);
    let refusedToOpen = 0;
    let named = 0;
    for (let round = 0; round < 250; round += 1) {
      const bytes = Buffer.from(good);
      const at = round < 100 ? round : Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255));
      writeFileSync(file, bytes);
      const before = bytesIn(path);
      let log: EventLog;
      try {
        log = openSqliteEventLog({ file });
      } catch (error) {
        expect(error, `byte ${at}`).toSatisfy(refusals);
        expect(bytesIn(path), `byte ${at}`).toEqual(before);
        refusedToOpen += 1;
        continue;
      }
      let missed = 0;
      for (const stream of STREAMS) {
        const answer = await readOr(log, stream);
        if (answer !== 'refused' && answer.some(({ damage }) => damage !== undefined)) named += 1;
        missed += answer === 'refused' ? 0 : unnamed(answer, stream, EVENTS_EACH);
      }
      await log.close();
      // What hides a whole stream is a damaged index of names; SQLite's own check finds that (docs/operations.md).
      if (missed > 0) expect(integrity(), `byte ${at}`).not.toBe('ok');
      for (const companion of ['-wal', '-shm']) expect(existsSync(file + companion)).toBe(false);
    }
    expect(refusedToOpen).toBeGreaterThan(10);
    expect(named).toBeGreaterThan(50);
  });

  it('a flipped byte in the text of an event is always named', async () => {
    const at = good.indexOf(eventOf('b-1', 5).data);
    for (let offset = 0; offset < 150; offset += 1) {
      const bytes = Buffer.from(good);
      bytes[at + offset] = (bytes[at + offset] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      const log = openSqliteEventLog({ file, readOnly: true });
      const events = await log.read('b-1');
      await log.close();
      expect(events.filter(({ damage }) => damage !== undefined).map(({ revision }) => revision)).toEqual([
        5,
      ]);
    }
  });

  it('a file that was cut anywhere is refused, and left as it is', () => {
    const random = randomOf(SEED);
    const places = [1, 15, 16, 99, 100, 511, 512, 4095, 4096, 8192, good.length - 4096, good.length - 1];
    for (let count = 0; count < 30; count += 1) places.push(1 + Math.floor(random() * (good.length - 1)));
    for (const size of places) {
      writeFileSync(file, good);
      truncateSync(file, size);
      const before = bytesIn(path);
      const error = refusedAtOpen();
      expect(error, `${size} bytes`).toSatisfy(refusals);
      const { message } = error as Error;
      expect(message).toMatch(/operations\.md/);
      expect(message).toMatch(
        size < 100 ? /only \d+ bytes/ : new RegExp(`has ${size} bytes instead of ${good.length}`),
      );
      expect(bytesIn(path), `${size} bytes`).toEqual(before);
    }
  });

  it('a head that lies behind the newest event is refused, since positions would be used twice', () => {
    const database = new Database(file);
    database.exec('UPDATE head SET position = position - 1');
    database.close();
    expect(refusedAtOpen()).toMatchObject({ message: expect.stringContaining('its head is 59') as unknown });
  });

  describe('with a write-ahead log that a killed process left', () => {
    let killed: { readonly main: Buffer; readonly wal: Buffer };
    beforeEach(async () => {
      const other = aDirectory();
      const living = openSqliteEventLog({ file: other.file('log.db') });
      await fill(living);
      killed = { main: readFileSync(other.file('log.db')), wal: readFileSync(`${other.file('log.db')}-wal`) };
      await living.close();
      other.remove();
    });
    const put = (wal: Uint8Array): void => {
      for (const name of readdirSync(path)) truncateSync(join(path, name), 0);
      writeFileSync(file, killed.main);
      writeFileSync(`${file}-wal`, wal);
    };

    it('is taken up as it is', async () => {
      put(killed.wal);
      const log = openSqliteEventLog({ file });
      for (const stream of STREAMS) expect(unnamed(await log.read(stream), stream, EVENTS_EACH)).toBe(0);
      await log.close();
    });

    it('a last commit that was cut off is dropped, and nothing else', async () => {
      put(killed.wal.subarray(0, killed.wal.length - 100));
      const log = openSqliteEventLog({ file });
      expect(await log.read('e-1')).toHaveLength(EVENTS_EACH - 1);
      expect(await log.read('d-1')).toHaveLength(EVENTS_EACH);
      await log.close();
    });

    it('flipped bytes in it are refused and left as they are, apart from those of the last commit', async () => {
      const random = randomOf(SEED);
      let refused = 0;
      for (let round = 0; round < 120; round += 1) {
        const wal = Buffer.from(killed.wal);
        const at = round < 32 ? round : Math.floor(random() * wal.length);
        wal[at] = (wal[at] ?? 0) ^ (1 + Math.floor(random() * 255));
        put(wal);
        const before = bytesIn(path);
        try {
          const log = openSqliteEventLog({ file });
          const lost = EVENTS_EACH * STREAMS.length - Number(await log.head());
          await log.close();
          expect(lost, `byte ${at}`).toBeLessThanOrEqual(2);
        } catch (error) {
          expect(error, `byte ${at}`).toSatisfy(refusals);
          expect(bytesIn(path), `byte ${at}`).toEqual(before);
          refused += 1;
        }
      }
      expect(refused).toBeGreaterThan(90);
    });

    it('beside a file with a damaged first page is not brought into it', async () => {
      const other = aDirectory();
      copyFileSync(file, other.file('log.db'));
      const living = openSqliteEventLog({ file: other.file('log.db') });
      await living.append('a-1', EVENTS_EACH - 1, [eventOf('a-1', EVENTS_EACH)]);
      killed = { main: readFileSync(other.file('log.db')), wal: readFileSync(`${other.file('log.db')}-wal`) };
      await living.close();
      other.remove();
      // The kind of page that the table of tables lies in.
      killed.main[100] = 0;
      put(killed.wal);
      const before = bytesIn(path);
      expect(refusedAtOpen()).toSatisfy(refusals);
      expect(bytesIn(path)).toEqual(before);
    });

    it('an empty file beside one is refused', () => {
      put(killed.wal);
      truncateSync(file, 0);
      expect(refusedAtOpen()).toMatchObject({ message: expect.stringContaining('it is empty') as unknown });
    });

    it('beside a file that was cut is refused, or what is gone is named when it is read', async () => {
      copyFileSync(file, directory.file('whole.db'));
      writeFileSync(`${file}-wal`, '');
      truncateSync(file, 4096 * 4);
      expect(refusedAtOpen()).toSatisfy(refusals);
    });
  });
});
