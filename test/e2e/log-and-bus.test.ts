import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Deployment, startsReceived } from './deployment.js';

/** How often each mismatch is met: one refusal must not prepare a way past the next. */
const STARTS = [1, 2, 3];

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

const path = (name: string): string => join(here.data, name);

/** Removes a database with what SQLite keeps beside it. */
function lose(name: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path(name + suffix), { force: true });
}

/** A run from `up` to its result, and a stop in order. */
async function servedOnce(id: string): Promise<void> {
  const up = await here.up();
  await submit(id);
  expect((await here.run(['watch', id])).code).toBe(0);
  expect(await up.kill('SIGTERM')).toBe(0);
}

/** The very same command every time: the product must know it again. */
async function submit(id: string): Promise<void> {
  await here.submit('SCRIPT=plain', '--id', id, '--idempotency-key', `key-${id}`);
}

async function expectRefusal(): Promise<void> {
  const { code, errors, lines } = await here.run(['up']);
  expect(errors).toMatch(/belong together.*Put the log back/);
  expect([code, lines]).toEqual([9, []]);
}

/** Everything published, to the byte. */
async function published(): Promise<readonly unknown[]> {
  const bus = openSqliteBus({ file: path('bus.db'), readOnly: true });
  const found: unknown[] = [];
  const { signal } = new AbortController();
  for await (const { records } of bus.reader.read({
    topics: ['stream_chunks', 'results'],
    follow: false,
    signal,
  })) {
    for (const { topic, key, value, headers } of records)
      found.push({ topic, key, value: Buffer.from(value ?? []).toString(), headers });
  }
  await bus.close();
  return found;
}

describe('DESIGN 7: a log and a bus that do not belong together, with real processes', () => {
  it('G1, G7: an older log beside the newer bus is refused at every start; nothing is started, nothing written', async () => {
    const simulator = await here.simulator(10);
    await servedOnce('act_old');
    copyFileSync(path('log.db'), path('older.db'));
    await servedOnce('act_forgotten');
    lose('log.db');
    copyFileSync(path('older.db'), path('log.db'));
    await submit('act_forgotten');
    await submit('act_new');
    const before = { log: readFileSync(path('log.db')), bus: await published() };
    for (const _ of STARTS) await expectRefusal();
    const received = ['act_old', 'act_forgotten', 'act_new'].map((id) => startsReceived(simulator, id));
    expect(await Promise.all(received)).toEqual([1, 1, 0]);
    expect(readFileSync(path('log.db')).equals(before.log)).toBe(true);
    expect(await published()).toEqual(before.bus);
  });

  it('G6, G12: an audit of an older log beside the newer bus ends with 7, for history is missing', async () => {
    await here.simulator(10);
    await servedOnce('act_old');
    copyFileSync(path('log.db'), path('older.db'));
    await servedOnce('act_forgotten');
    lose('log.db');
    copyFileSync(path('older.db'), path('log.db'));
    for (const what of ['--all', 'act_old', 'act_forgotten']) {
      const audit = await here.run(['audit', what]);
      expect(audit.code).toBe(7);
      expect(audit.errors).toMatch(/do not belong together/);
      expect(audit.errors).not.toMatch(/start the service/);
    }
    const show = await here.run(['show', 'act_forgotten']);
    expect(show.code).toBe(6);
    expect(show.errors).toMatch(/act_forgotten is stored on the bus, .* do not belong together/);
  });

  it('G1, G7: a bus whose log was removed is refused at every start; no empty log takes its place', async () => {
    const simulator = await here.simulator(10);
    await servedOnce('act_done');
    await submit('act_done');
    await submit('act_new');
    lose('log.db');
    const before = await published();
    for (const _ of STARTS) await expectRefusal();
    expect(await startsReceived(simulator, 'act_done')).toBe(1);
    expect(await startsReceived(simulator, 'act_new')).toBe(0);
    expect(await published()).toEqual(before);
    expect(existsSync(path('log.db'))).toBe(false);
    expect((await here.run(['audit', '--all'])).code).toBe(9);
  });

  it('G1: a log that was removed before anything was published is missed, too', async () => {
    const up = await here.up();
    expect(await up.kill('SIGTERM')).toBe(0);
    await submit('act_new');
    lose('log.db');
    const { code, errors } = await here.run(['up', '--json']);
    expect(code).toBe(9);
    expect(errors).toMatch(/belong together/);
  });

  it('G1, G12: a log whose bus was removed starts and publishes the same bytes again', async () => {
    const simulator = await here.simulator(10);
    await servedOnce('act_done');
    const before = await published();
    expect(before.length).toBeGreaterThan(1);
    lose('bus.db');
    for (const _ of STARTS) {
      const up = await here.up();
      expect((await here.run(['watch', 'act_done'])).code).toBe(0);
      expect(await up.kill('SIGTERM')).toBe(0);
      expect(await published()).toEqual(before);
    }
    expect(await startsReceived(simulator, 'act_done')).toBe(1);
    expect((await here.run(['audit', '--all'])).code).toBe(0);
  });
});
