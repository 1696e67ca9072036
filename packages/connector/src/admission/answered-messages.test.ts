import type { EventLog } from '@aip-hermes/event-log';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it, vi, type MockInstance } from 'vitest';
import { AnsweredMessages } from './answered-messages.js';

const STREAM = 'beside-act_1';

async function rowsOf(read: MockInstance<EventLog['read']>): Promise<number> {
  const pages = await Promise.all(
    read.mock.results.map(({ value }) => value as ReturnType<EventLog['read']>),
  );
  return pages.reduce((rows, page) => rows + page.length, 0);
}

async function answer(log: EventLog, message: string, digest: string | null): Promise<void> {
  const data = JSON.stringify(digest === null ? {} : { command_sha256: digest });
  const metadata = JSON.stringify({ $causationId: message });
  const id = `00000000-0000-4000-8000-${message.padStart(12, '0')}`;
  await log.append(STREAM, 'any', [{ id, type: 'ReplayServed', data, metadata }]);
}

describe('the messages a stream answers', () => {
  it('M9, G13: what was read is not read again, and what another writer added since is seen', async () => {
    const log = createMemoryEventLog();
    const read = vi.spyOn(log, 'read');
    for (let nth = 0; nth < 40; nth += 1) await answer(log, String(nth), 'd');
    const messages = new AnsweredMessages(log);
    expect((await messages.of(STREAM)).digests.size).toBe(40);
    await answer(log, '40', null);
    const { digests, last } = await messages.of(STREAM);
    expect([digests.get('39'), digests.get('40'), last]).toEqual(['d', null, 40]);
    expect(await rowsOf(read)).toBe(41);
  });

  it('B8: after retention only what is kept counts, once it is read afresh', async () => {
    const log = createMemoryEventLog();
    const messages = new AnsweredMessages(log);
    for (let nth = 0; nth < 10; nth += 1) await answer(log, String(nth), 'd');
    await messages.of(STREAM);
    await log.setRetention(STREAM, { maxCount: 3 });
    expect((await messages.of(STREAM)).digests.size).toBe(10);
    expect([...(await messages.afresh(STREAM)).digests.keys()]).toEqual(['7', '8', '9']);
    expect((await messages.of(STREAM)).last).toBe(9);
  });

  it('G13: a stream that answers more than the bound is read anew each time', async () => {
    const log = createMemoryEventLog();
    const read = vi.spyOn(log, 'read');
    for (let nth = 0; nth < 1_100; nth += 1) await answer(log, String(nth), 'd');
    const messages = new AnsweredMessages(log);
    await messages.of(STREAM);
    expect((await messages.of(STREAM)).digests.size).toBe(1_100);
    expect(await rowsOf(read)).toBe(2_200);
  });

  it('M9: readers that overtake each other count a row once', async () => {
    const log = createMemoryEventLog();
    await answer(log, '1', 'd');
    const messages = new AnsweredMessages(log);
    const both = await Promise.all([messages.of(STREAM), messages.of(STREAM)]);
    expect(both.map(({ digests }) => digests.size)).toEqual([1, 1]);
    expect((await messages.of(STREAM)).last).toBe(0);
  });

  it('M9: an own append right behind what was seen is known without reading it; one further on is read', async () => {
    const log = createMemoryEventLog();
    await answer(log, '0', 'd');
    const messages = new AnsweredMessages(log);
    await messages.of(STREAM);
    await answer(log, '1', 'e');
    messages.appended(STREAM, 1, '1', 'e');
    await answer(log, '2', 'of another writer');
    await answer(log, '3', 'f');
    messages.appended(STREAM, 3, '3', 'f');
    const read = vi.spyOn(log, 'read');
    const { digests, last } = await messages.of(STREAM);
    expect([...digests]).toEqual([
      ['0', 'd'],
      ['1', 'e'],
      ['2', 'of another writer'],
      ['3', 'f'],
    ]);
    expect([last, await rowsOf(read)]).toEqual([3, 2]);
  });
});
