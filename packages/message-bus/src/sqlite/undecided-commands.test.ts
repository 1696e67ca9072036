import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BusUnavailable } from '../errors.js';
import { partitionOf } from '../partition-of.js';
import { openSqliteBus, undecidedCommands } from './index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undecided-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('G6: tells what a group has not decided, for each partition', async () => {
  const file = join(folder, 'bus.db');
  const bus = openSqliteBus({ file, partitions: 2 });
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const key of keys) await bus.commandSink.send({ key, value: Buffer.from('x'), headers: {} });
  const stop = new AbortController();
  const decided: string[] = [];
  await bus.commandSource('group').run(async (batch) => {
    for (const { key, offset } of batch.records.slice(0, 1)) {
      decided.push(key ?? '');
      batch.decided(offset);
    }
    if (decided.length >= 2) stop.abort();
    return Promise.resolve();
  }, stop.signal);
  await bus.close();
  const left = keys.filter((key) => !decided.includes(key));
  const found = undecidedCommands(file, 'group', 10);
  expect(found.count).toBe(left.length);
  expect([...found.keys].sort()).toEqual(left);
  expect(found.nextOffsets).toEqual(
    [0, 1].map((partition) => decided.filter((key) => partitionOf(key, 2) === partition).length),
  );
  expect(undecidedCommands(file, 'other', 1)).toMatchObject({ count: 6, nextOffsets: [0, 0] });
});

it('a file that is not there is no empty bus', () => {
  expect(() => undecidedCommands(join(folder, 'none.db'), 'group', 1)).toThrow(BusUnavailable);
});
