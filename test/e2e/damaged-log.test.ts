import Database from 'better-sqlite3';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Deployment } from './deployment.js';

let here: Deployment;
beforeEach(async () => {
  here = new Deployment();
  await here.simulator(10);
});
afterEach(() => here.remove());

const path = (name: string): string => join(here.data, name);

/** Bytes of every file that holds something of the deployment. */
function contents(): Record<string, string> {
  const names = readdirSync(here.data).filter((name) => name.includes('.db'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path(name), 'latin1')]));
}

async function servedOnce(id: string, end: NodeJS.Signals): Promise<void> {
  const up = await here.up();
  await here.submit('SCRIPT=plain', '--id', id, '--idempotency-key', `key-${id}`);
  expect((await here.run(['watch', id])).code).toBe(0);
  await up.kill(end);
}

function flip(name: string, at: number): void {
  const bytes = readFileSync(path(name));
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path(name), bytes);
}

async function expectRefusal(words: RegExp): Promise<void> {
  const before = contents();
  const { code, errors, lines } = await here.run(['up']);
  expect([code, lines]).toEqual([9, []]);
  expect(errors).toMatch(words);
  expect(errors).toMatch(/"A damaged log" in docs\/operations\.md/);
  expect(contents()).toEqual(before);
}

describe('issue 5.5: a damaged log, with real processes', () => {
  it('a damaged file or write-ahead log: up ends with 9, changes nothing and says what to do; doctor says it, too', async () => {
    await servedOnce('act_1', 'SIGKILL');
    flip('log.db-wal', 40);
    await expectRefusal(/frame 1 of its write-ahead log is damaged/);
    flip('log.db-wal', 40);
    await (await here.up()).kill('SIGTERM');
    const good = readFileSync(path('log.db'));
    truncateSync(path('log.db'), good.length - 4096);
    await expectRefusal(/log\.db is damaged: it has \d+ bytes instead of \d+/);
    const { code, lines } = await here.run(['doctor', '--json']);
    expect(code).toBe(9);
    expect(lines.join('')).toContain('A damaged log');
    writeFileSync(path('log.db'), good);
    flip('log.db', 0);
    await expectRefusal(/is not an event log\. .* its first page is damaged/);
  });

  it('a damaged event: its Action is named and left alone, others go on', async () => {
    await servedOnce('act_1', 'SIGTERM');
    const database = new Database(path('log.db'));
    database.exec(
      `UPDATE events SET data = replace(data, 'SCRIPT=plain', 'SCRIPT=plein') WHERE type = 'OperatorRunRequested'`,
    );
    database.close();
    await servedOnce('act_2', 'SIGTERM');
    const damage = /event 0 of \S+act_1 at position \d+ is damaged: its checksum does not fit/;
    const words = [['show', 'act_1'], ['list'], ['audit', 'act_1']];
    const [show, list, audit] = await Promise.all(words.map((args) => here.run(args)));
    expect(show?.errors).toMatch(damage);
    expect(list?.errors).toMatch(damage);
    expect(audit?.code).toBe(7);
    expect(audit?.lines.join(' ').replaceAll(/\s+/g, ' ')).toMatch(/its checksum does not fit/);
  });

  it('G11: events that are gone, hidden by their stream row: the Action is left alone, its partition goes on', async () => {
    await servedOnce('act_1', 'SIGTERM');
    const database = new Database(path('log.db'));
    const name = "SELECT id FROM streams WHERE name LIKE '%operator_runs%act_1'";
    database.exec(`DELETE FROM events WHERE stream_id = (${name})`);
    expect(
      database.prepare(`UPDATE streams SET first_revision = 11 WHERE id = (${name})`).run().changes,
    ).toBe(1);
    database.close();
    const up = await here.up();
    await here.submit('SCRIPT=plain', '--id', 'act_1', '--idempotency-key', 'another');
    // Its key falls into the same of the 4 partitions.
    await here.submit('SCRIPT=plain', '--id', 'act_5', '--idempotency-key', 'other');
    expect((await here.run(['watch', 'act_5'])).code).toBe(0);
    await up.kill('SIGTERM');
    expect(up.errors).toMatch(/operator_state","msg":"a command was refused/);
    const { code, lines } = await here.run(['doctor']);
    expect([code, lines.join(' ').replaceAll(/\s+/g, ' ')]).toEqual([
      9,
      expect.stringMatching(/act_1 is missing/),
    ]);
  });
});
