import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InboundRecord, PublishedRecord, Topic } from '../port.js';
import { openSqliteBus, type SqliteBus } from './index.js';

const ALL: readonly Topic[] = ['commands', 'stream_chunks', 'results', 'dead_letters'];

let folder: string;
let bus: SqliteBus;
let time = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retention-'));
  bus = open();
});
afterEach(async () => {
  await bus.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): SqliteBus {
  return openSqliteBus({ file: join(folder, 'bus.db'), partitions: 1, now: () => time });
}

async function publish(at: number, ...records: readonly PublishedRecord[]): Promise<void> {
  time = at;
  const sink = bus.projectionSink('0');
  await sink.publish(records, `log/${at}`, await sink.position());
}

const chunk = (value: string): PublishedRecord => ({ topic: 'stream_chunks', key: 'k', value, headers: {} });
const result = (value: string): PublishedRecord => ({ ...chunk(value), topic: 'results' });

async function all(topics: readonly Topic[] = ALL): Promise<readonly InboundRecord[]> {
  const found: InboundRecord[] = [];
  const { signal } = new AbortController();
  for await (const { records } of bus.reader.read({ topics, follow: false, signal })) found.push(...records);
  return found;
}

const values = async (...topics: readonly Topic[]): Promise<readonly string[]> =>
  (await all(topics)).map(({ value }) => Buffer.from(value ?? []).toString());

describe('published messages by age', () => {
  it('G6: chunks and results that are old enough go; commands and dead letters stay, however old', async () => {
    time = 1;
    await bus.commandSink.send({ key: 'k', value: Buffer.from('command'), headers: {} });
    const [command] = await all(['commands']);
    if (command !== undefined) await bus.deadLetters.put(command, { code: 'c', message: 'm' });
    await publish(10, chunk('a'), result('b'));
    await publish(20, chunk('c'), result('d'));
    await publish(30, chunk('e'));
    expect(bus.removedUntilMs()).toBeNull();
    expect(await bus.removePublished(20)).toEqual({ removed: 2, more: false });
    expect(await values('stream_chunks', 'results')).toEqual(['c', 'd', 'e']);
    expect(await values('commands', 'dead_letters')).toEqual(['command', 'command']);
    expect(bus.removedUntilMs()).toBe(10);
  });

  it('G7: offsets and places in the order are not used again, and a reader that follows misses nothing', async () => {
    await publish(10, chunk('a'), chunk('b'));
    const removeAndPublish = async (): Promise<void> => {
      await bus.removePublished(1_000);
      await publish(20, chunk('c'));
    };
    const stop = new AbortController();
    const followed: string[] = [];
    const reading = (async () => {
      const request = { topics: ALL, follow: true, signal: stop.signal };
      for await (const { records } of bus.reader.read(request)) {
        followed.push(...records.map(({ value }) => Buffer.from(value ?? []).toString()));
        if (followed.at(-1) === 'c') stop.abort();
        else if (records.length > 0) void removeAndPublish();
      }
    })();
    await reading;
    expect(followed).toEqual(['a', 'b', 'c']);
    await bus.removePublished(1_000);
    expect((await all()).map(({ offset }) => offset)).toEqual([2]);
    expect(await bus.projectionSink('0').position()).toBe('log/20');
  });

  it('G13: one call removes a bounded number and says that more is left', async () => {
    await publish(10, ...Array.from({ length: 450 }, (_, n) => chunk(String(n))));
    await publish(20, result('last'));
    const calls = [];
    for (let more = true; more;) {
      const call = await bus.removePublished(15);
      calls.push(call.removed);
      more = call.more;
    }
    expect(calls).toEqual([200, 200, 50]);
    await publish(30, ...Array.from({ length: 4 }, () => chunk('x'.repeat(3 * 1_048_576))), result('z'));
    expect(await bus.removePublished(35)).toEqual({ removed: 2, more: true });
  });

  it('what was removed is known after the next opening', async () => {
    await publish(10, chunk('a'));
    await publish(20, chunk('b'));
    await bus.removePublished(15);
    await bus.close();
    bus = open();
    expect(bus.removedUntilMs()).toBe(10);
  });
});
