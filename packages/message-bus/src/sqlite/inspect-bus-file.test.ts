import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BusIncompatible, BusUnavailable } from '../errors.js';
import { inspectBusFile, openSqliteBus } from './index.js';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-bus-look-'));
  file = join(folder, 'bus.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a look at the file of a bus', () => {
  it('G6, G11: counts records by topic, dead letters, and commands a group has not decided', async () => {
    const bus = openSqliteBus({ file, pollMs: 5 });
    for (const key of ['a', 'b', 'c']) {
      await bus.commandSink.send({ key, value: Buffer.from('x'), headers: {} });
    }
    await bus.errorReplies.reply({ topic: 'results', key: null, value: 'r', headers: {} });
    const stop = new AbortController();
    await bus.commandSource('group').run(async (batch) => {
      const [record] = batch.records;
      if (record !== undefined) {
        await bus.deadLetters.put(record, { code: 'not_json', message: 'm' });
        batch.decided(record.offset);
      }
      stop.abort();
    }, stop.signal);
    const facts = inspectBusFile(file, 'group');
    expect(facts).toMatchObject({ schemaVersion: 1, partitions: bus.partitions });
    expect(facts.records).toMatchObject({ commands: 3, stream_chunks: 0, results: 1 });
    expect(facts.records.dead_letters).toBe(3 - facts.waitingCommands);
    expect(facts.records.dead_letters).toBeGreaterThan(0);
    expect(inspectBusFile(file, 'another').waitingCommands).toBe(3);
    await bus.close();
    expect(inspectBusFile(file, 'group')).toEqual(facts);
  });

  it('a foreign file and a missing one are named', () => {
    expect(() => inspectBusFile(file, 'group')).toThrow(BusUnavailable);
    writeFileSync(file, 'no database, and long enough to be looked at');
    expect(() => inspectBusFile(file, 'group')).toThrow(BusIncompatible);
  });
});
