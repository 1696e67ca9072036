import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Deployment } from './deployment.js';

let here: Deployment;
beforeEach(async () => {
  here = new Deployment();
  await here.simulator(10);
});
afterEach(() => here.remove());

it('G12: an Action whose events were removed from the log: audit --all names it, show does not ask for a start', async () => {
  const up = await here.up();
  for (const id of ['act_1', 'act_2']) {
    await here.submit('SCRIPT=plain', '--id', id);
    expect((await here.run(['watch', id])).code).toBe(0);
  }
  expect(await up.kill('SIGTERM')).toBe(0);
  expect((await here.run(['audit', '--all'])).code).toBe(0);

  const db = new Database(join(here.data, 'log.db'));
  const { changes } = db
    .prepare(`DELETE FROM events WHERE stream_id IN (SELECT id FROM streams WHERE name LIKE '%act_1')`)
    .run();
  expect(changes).toBeGreaterThan(0);
  const emptied = await here.run(['audit', '--all']);
  expect([emptied.code, emptied.errors]).toEqual([7, expect.stringMatching(/does not explain: 1 \(act_1\)/)]);
  db.prepare(`DELETE FROM streams WHERE name LIKE '%act_1'`).run();
  db.close();

  const audit = await here.run(['audit', '--all']);
  expect(audit.code).toBe(7);
  expect(audit.lines.join('\n')).toMatch(/act_1: on the bus, and no event of the log explains it/);
  expect(audit.errors).toMatch(/the log does not explain: 1 \(act_1\)/);
  expect(audit.errors).not.toMatch(/act_2/);
  const show = await here.run(['show', 'act_1']);
  expect(show.code).toBe(6);
  expect(show.errors).toMatch(/act_1 was decided, but the log holds nothing of it.*audit --all/);
});
