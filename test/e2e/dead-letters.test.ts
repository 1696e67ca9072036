import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AIP_HERMES, type CliProcess } from './cli-process.js';
import { Deployment } from './deployment.js';

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

/** Clears the screen, rings the bell, and is no UTF-8. */
const STEERING = Uint8Array.of(0x1b, 0x5b, 0x32, 0x4a, 0x07, 0xff);

/** A service that has set these values aside, in this order. */
async function served(...values: readonly Uint8Array[]): Promise<CliProcess> {
  mkdirSync(here.data, { mode: 0o700 });
  const bus = openSqliteBus({ file: join(here.data, 'bus.db') });
  const { signal } = new AbortController();
  try {
    for (const value of values) await bus.commandSink.send({ key: null, value, headers: {} });
    const up = await here.up();
    let letters = 0;
    for await (const { records } of bus.reader.read({ topics: ['dead_letters'], follow: true, signal })) {
      letters += records.length;
      if (letters >= values.length) break;
    }
    return up;
  } finally {
    await bus.close();
  }
}

const raw = (id: string): Buffer =>
  execFileSync(AIP_HERMES, ['dead-letters', 'show', id, '--raw', '--data', here.data], {
    env: { PATH: process.env['PATH'] },
  });

describe('dead-letters', () => {
  it('G11: list and show tell reason, place and bytes, with the service running and stopped', async () => {
    const up = await served(new TextEncoder().encode('{"this is": no command'), STEERING);
    const listed = async (): Promise<void> => {
      const { code, values } = await here.run(['dead-letters', 'list', '--json']);
      expect(code).toBe(0);
      expect(values).toMatchObject([
        { id: 'dl-0-1', code: 'not_utf8', source: 'commands/0/1', bytes: 6, key: null },
        { id: 'dl-0-0', code: 'not_json', source: 'commands/0/0', bytes: 22 },
      ]);
    };
    const [shown, json] = await Promise.all([
      here.run(['dead-letters', 'show', 'commands/0/0']),
      here.run(['dead-letters', 'show', 'dl-0-1', '--json']),
      listed(),
    ]);
    expect(shown.code).toBe(0);
    const text = shown.lines.join('\n');
    expect(text).toContain('| {"this is": no command');
    expect(text).toContain(`aip-hermes dead-letters show dl-0-0 --raw --data ${here.data} > letter.json`);
    expect(text).toContain(`aip-hermes submit letter.json --data ${here.data}`);
    expect(json.values).toMatchObject([
      { id: 'dl-0-1', text: null, base64: Buffer.from(STEERING).toString('base64') },
    ]);
    expect(await up.kill('SIGTERM')).toBe(0);
    const before = readdirSync(here.data);
    expect(raw('dl-0-1')).toEqual(Buffer.from(STEERING));
    await listed();
    const after = readdirSync(here.data).filter((name) => !/-(wal|shm)$/.test(name));
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
  });

  it('G11: hostile bytes and keys steer no terminal', async () => {
    mkdirSync(here.data, { mode: 0o700 });
    const bus = openSqliteBus({ file: join(here.data, 'bus.db') });
    const hostile = '\u001b]0;owned\u0007\u009b31m\r\u202e';
    await bus.deadLetters.put(
      {
        topic: 'commands',
        partition: 0,
        offset: 0,
        key: hostile,
        value: new TextEncoder().encode(hostile),
        headers: { 'x-evil': hostile, [hostile]: 'x' },
        timestampMs: 0,
      },
      { code: 'not_json', message: `at ${hostile}` },
    );
    await bus.close();
    const looks = [
      ['list'],
      ['list', '--json'],
      ['show', 'commands/0/0'],
      ['show', 'commands/0/0', '--json'],
    ];
    const ended = await Promise.all(looks.map((args) => here.run(['dead-letters', ...args])));
    for (const { code, lines, errors } of ended) {
      expect(code).toBe(0);
      // eslint-disable-next-line no-control-regex -- these are what must not reach a terminal
      expect(`${lines.join('')}${errors}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    expect(raw('commands/0/0').toString('utf8')).toBe(hostile);
  });

  it('says what is not there, and creates nothing', async () => {
    const nowhere = join(here.folder, 'nowhere');
    const codeOf = async (args: readonly string[], data: string): Promise<unknown> =>
      (await here.command(['dead-letters', ...args, '--data', data])).code;
    expect(await Promise.all([codeOf(['list'], nowhere), codeOf(['show', 'dl-0-0'], nowhere)])).toEqual([
      6, 6,
    ]);
    expect(existsSync(nowhere)).toBe(false);
    await here.submit('x');
    const [none, gone] = await Promise.all([
      here.run(['dead-letters', 'list']),
      here.run(['dead-letters', 'show', 'dl-0-7']),
    ]);
    expect([none.code, none.lines]).toEqual([0, ['No dead letters.']]);
    expect(gone.code).toBe(6);
    expect(gone.errors).toContain('aip-hermes dead-letters list');
    const wrong = [
      ['show', 'act_1'],
      ['show', 'dl-0-0', '--raw', '--json'],
      ['list', '--limit', '10001'],
    ];
    expect(await Promise.all(wrong.map((args) => codeOf(args, here.data)))).toEqual([2, 2, 2]);
  });
});
