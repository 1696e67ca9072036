import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageBus } from '../bus.js';
import { BusIncompatible, BusUnavailable, RecordTooLarge } from '../errors.js';
import type { InboundRecord } from '../port.js';
import { MAX_RECORD_BYTES } from '../stored-record.js';
import { BusFile } from './bus-file.js';
import { busStatements } from './bus-statements.js';
import { openSqliteBus, type SqliteBusOptions } from './sqlite-bus.js';

const never = new AbortController().signal;
let folder = '';
let file = '';
const opened: MessageBus[] = [];

function open(options: Partial<SqliteBusOptions> = {}): MessageBus {
  const bus = openSqliteBus({ file, pollMs: 5, ...options });
  opened.push(bus);
  return bus;
}

async function chunksOf(bus: MessageBus): Promise<InboundRecord[]> {
  const all: InboundRecord[] = [];
  const request = { topics: ['stream_chunks', 'results'], follow: false, signal: never } as const;
  for await (const { records } of bus.reader.read(request)) all.push(...records);
  return all;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-bus-'));
  file = join(folder, 'bus.db');
});

afterEach(async () => {
  for (const bus of opened.splice(0)) await bus.close();
  rmSync(folder, { recursive: true });
});

describe('the bus file', () => {
  it('G10: only the owner may read the file and its companions, also when the file was open to others', async () => {
    writeFileSync(file, '', { mode: 0o644 });
    const bus = open();
    await bus.commandSink.send({ key: null, value: Buffer.from('x'), headers: {} });
    for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  it('DESIGN 1: keeps a write-ahead log', () => {
    open();
    const db = new Database(file, { readonly: true });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
  });

  it('keeps the number of partitions it was created with', async () => {
    await open({ partitions: 3 }).close();
    expect(open({ partitions: 8 }).partitions).toBe(3);
  });

  it('refuses a file of a newer release and leaves it alone', async () => {
    await open().close();
    const db = new Database(file);
    db.pragma('user_version = 2');
    db.close();
    expect(() => open()).toThrow(BusIncompatible);
    expect(() => open({ readOnly: true })).toThrow(/schema 2.*newer release/);
  });

  it('refuses a database of another program and leaves it alone', () => {
    const db = new Database(file);
    db.exec('CREATE TABLE theirs (a)');
    expect(() => open()).toThrow(BusIncompatible);
    expect(db.pragma('journal_mode', { simple: true })).toBe('delete');
    db.close();
  });

  it('refuses a file that is no database', () => {
    writeFileSync(file, 'dear diary, '.repeat(500));
    expect(() => open()).toThrow(BusIncompatible);
  });

  it('says what to do when the folder or, for a reader, the file is missing', () => {
    expect(() => open({ file: join(folder, 'none', 'bus.db') })).toThrow(BusUnavailable);
    expect(() => open({ readOnly: true })).toThrow(/start the service first/);
  });

  it('a reading process sees what another writes, and cannot write', async () => {
    const bus = open();
    const view = open({ readOnly: true });
    await bus.errorReplies.reply({ topic: 'results', key: 'act_1', value: 'r', headers: {} });
    expect(await chunksOf(view)).toHaveLength(1);
    const sending = view.commandSink.send({ key: null, value: Buffer.from('x'), headers: {} });
    await expect(sending).rejects.toThrow(/reading only/);
  });

  it('a reading process opens a file that nobody else has open', async () => {
    await open().close();
    expect(await chunksOf(open({ readOnly: true }))).toEqual([]);
  });
});

describe('records and batches', () => {
  it('are read in the order of publication over topics and partitions', async () => {
    const bus = open();
    const records = Array.from({ length: 700 }, (_, index) => ({
      topic: index % 3 === 0 ? ('results' as const) : ('stream_chunks' as const),
      key: `act_${index % 11}`,
      value: String(index),
      headers: {},
    }));
    await bus.projectionSink('0').publish(records, 'p1', null);
    const read = await chunksOf(bus);
    expect(read.map(({ value }) => Buffer.from(value ?? []).toString())).toEqual(records.map((r) => r.value));
  });

  it('G13: a batch ends at its count of records or at 4 MiB', async () => {
    const bus = open({ partitions: 1, maxBatchRecords: 3 });
    const big = Buffer.alloc(MAX_RECORD_BYTES);
    const values = [Buffer.from('a'), Buffer.from('b'), Buffer.from('c'), big, Buffer.from('d')];
    for (const value of values) await bus.commandSink.send({ key: 'k', value, headers: {} });
    const sizes: number[] = [];
    const stop = new AbortController();
    await bus.commandSource('g').run((batch) => {
      sizes.push(batch.records.length);
      for (const { offset } of batch.records) batch.decided(offset);
      if (sizes.length === 3) stop.abort();
      return Promise.resolve();
    }, stop.signal);
    expect(sizes).toEqual([3, 1, 1]);
  });

  it('G13: a value over the limit is refused whole, and nothing of its publication is stored', async () => {
    const bus = open();
    const value = 'x'.repeat(MAX_RECORD_BYTES + 1);
    const small = { topic: 'results', key: 'act_1', value: 'r', headers: {} } as const;
    const publishing = bus.projectionSink('0').publish([small, { ...small, value }], 'p1', null);
    await expect(publishing).rejects.toMatchObject({ name: 'RecordTooLarge', index: 1 });
    await expect(
      bus.commandSink.send({ key: null, value: Buffer.from(value), headers: {} }),
    ).rejects.toBeInstanceOf(RecordTooLarge);
    expect(await chunksOf(bus)).toEqual([]);
    expect(await bus.projectionSink('0').position()).toBeNull();
  });

  it('B8: reading by key, topic or offset uses an index', async () => {
    await open().close();
    const db = new Database(file, { readonly: true });
    const sql = busStatements(db);
    const plans = [sql.placesOfKey, sql.placesOfTopic, sql.commands].map(({ source }) => {
      const parameters = Array.from({ length: source.split('?').length - 1 }, () => 1);
      return JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${source}`).all(parameters));
    });
    for (const plan of plans) {
      expect(plan).toMatch(/SEARCH messages USING (COVERING )?INDEX/);
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    }
    db.close();
  });
});

describe('offsets of a group', () => {
  it('G6: never move back', async () => {
    const bus = new BusFile({ file, readOnly: false, partitions: 1, pollMs: 5, maxRecords: 10 });
    await bus.commit('g', 0, 5);
    await bus.commit('g', 0, 3);
    expect(bus.nextOffset('g', 0)).toBe(5);
    expect(bus.nextOffset('other', 0)).toBe(0);
    await bus.close();
  });
});

describe('waiting for records', () => {
  it('DESIGN 10: what this process publishes wakes its readers at once, without the poll', async () => {
    const bus = open({ pollMs: 1_000_000_000 });
    const request = { topics: ['results'], follow: true, signal: never } as const;
    const batches = bus.reader.read(request)[Symbol.asyncIterator]();
    await batches.next();
    const next = batches.next();
    await bus.errorReplies.reply({ topic: 'results', key: 'act_1', value: 'r', headers: {} });
    expect(await next).toMatchObject({ value: { records: [{ key: 'act_1' }], caughtUp: true } });
  });
});

describe('a file that cannot be written now', () => {
  it('a lock that another process gives back soon is waited for', async () => {
    const bus = open();
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const sending = bus.commandSink.send({ key: 'k', value: Buffer.from('x'), headers: {} });
    setTimeout(() => other.exec('COMMIT'), 30);
    expect(await sending).toMatchObject({ offset: 0 });
    other.close();
  });
});
