import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Deployment } from './deployment.js';

const RETENTION_MS = 1_000;
const AGEING = ['results', 'stream_chunks'];

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

/** Every record of the bus, of all topics. */
async function records(): Promise<readonly { readonly topic: string; readonly bytes: string }[]> {
  const bus = openSqliteBus({ file: join(here.data, 'bus.db'), readOnly: true });
  const found: { readonly topic: string; readonly bytes: string }[] = [];
  const { signal } = new AbortController();
  const topics = ['commands', 'dead_letters', 'results', 'stream_chunks'] as const;
  for await (const batch of bus.reader.read({ topics, follow: false, signal }))
    for (const { topic, key, value, headers } of batch.records)
      found.push({ topic, bytes: JSON.stringify([key, Buffer.from(value ?? []).toString(), headers]) });
  await bus.close();
  return found;
}

it('G13: a service removes published messages beyond their retention, and nothing else', async () => {
  const { url } = await here.simulator(10);
  const first = await here.up();
  await here.submit('SCRIPT=plain', '--id', 'act_1');
  expect((await here.run(['watch', 'act_1'])).code).toBe(0);
  expect(await first.kill('SIGTERM')).toBe(0);
  const before = await records();
  // The very last message stays, so that no sequence number is given twice.
  const newest = before.findLast(({ topic }) => topic === 'results');
  expect(before.filter(({ topic }) => AGEING.includes(topic)).length).toBeGreaterThan(3);

  here.configure({
    endpoints: [{ id: 'hermes-a', base_url: url, api_key_env: 'AIP_TEST_KEY' }],
    bus: { published_retention_ms: RETENTION_MS },
    logging: { level: 'debug' },
  });
  const second = await here.up();
  const told = await second.errorLine((line) => line.includes('beyond their retention'));
  expect(await second.kill('SIGTERM')).toBe(0);

  const after = await records();
  const kept = before.filter((it) => !AGEING.includes(it.topic) || it === newest);
  expect(after).toEqual(kept);
  expect(JSON.parse(told)).toMatchObject({ level: 'debug', removed: before.length - kept.length });
  const [watched, audited] = await Promise.all([here.run(['watch', 'act_1']), here.run(['audit', 'act_1'])]);
  expect([watched.code, audited.code]).toEqual([0, 0]);
});
