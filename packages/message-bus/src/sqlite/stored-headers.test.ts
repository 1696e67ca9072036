import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InboundRecord } from '../port.js';
import { openSqliteBus } from './sqlite-bus.js';

let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-bus-'));
  file = join(folder, 'bus.db');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('headers that cannot be read', () => {
  it.each(['', '{not json', 'null', '[]', '7', '{"a":1}'])(
    'G11: %j in a row stops neither consumers nor readers, and is seen',
    async (stored) => {
      const bus = openSqliteBus({ file, pollMs: 5 });
      const first = { key: 'act_1', value: Buffer.from('one'), headers: { a: 'b' } };
      await bus.commandSink.send(first);
      await bus.commandSink.send({ ...first, value: Buffer.from('two') });
      const db = new Database(file);
      db.prepare('UPDATE messages SET headers = ? WHERE seq = (SELECT min(seq) FROM messages)').run(stored);
      db.close();
      const read: InboundRecord[] = [];
      const signal = new AbortController().signal;
      for await (const { records } of bus.reader.read({ topics: ['commands'], follow: false, signal }))
        read.push(...records);
      const stop = new AbortController();
      const taken: InboundRecord[] = [];
      await bus.commandSource('g').run((batch) => {
        taken.push(...batch.records);
        if (taken.length >= 2) stop.abort();
        return Promise.resolve();
      }, stop.signal);
      await bus.close();
      for (const records of [read, taken])
        expect(records.map(({ value, headers }) => [String(value), headers])).toEqual([
          ['one', { 'aip-damaged-headers': stored }],
          ['two', { a: 'b' }],
        ]);
    },
  );
});
