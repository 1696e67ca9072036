import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consume } from '../contract/consume.js';
import { textOf } from '../contract/read-all.js';
import { openSqliteBus } from './sqlite-bus.js';

const script = join(import.meta.dirname, 'fixtures', 'bus-process.mjs');
const built = join(import.meta.dirname, '..', '..', 'dist', 'sqlite', 'index.js');
let folder = '';
let file = '';

function start(mode: 'send' | 'hang', name: string, count = 0): ChildProcess {
  return spawn(process.execPath, [script, mode, file, name, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

beforeEach(() => {
  if (!existsSync(built)) throw new Error('packages/message-bus/dist is missing: run `npm run build` first');
  folder = mkdtempSync(join(tmpdir(), 'aip-bus-'));
  file = join(folder, 'bus.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('several processes on one bus file', () => {
  it('G6: processes that create the file and send at the same time lose nothing and leave no gap', async () => {
    const count = 60;
    const keys = ['act_a', 'act_b', 'act_c'];
    const children = keys.map((key) => start('send', key, count));
    const ends = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(ends.map(([code]) => code as number)).toEqual([0, 0, 0]);

    const bus = openSqliteBus({ file, pollMs: 5 });
    const records = await consume(bus, 'g', count * keys.length);
    await bus.close();
    for (const key of keys) {
      const texts = records.filter((record) => record.key === key).map(textOf);
      expect(texts).toEqual(Array.from({ length: count }, (_, index) => String(index)));
    }
  });

  it('G6: a consumer killed between decision and commit gets the records again', async () => {
    const bus = openSqliteBus({ file, pollMs: 5 });
    await bus.commandSink.send({ key: 'act_1', value: Buffer.from('x'), headers: {} });
    const child = start('hang', 'g');
    await once(child.stdout!, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await consume(bus, 'g', 1)).map(textOf)).toEqual(['x']);
    await bus.close();
  });

  it('DESIGN 1: a waiting source hears of commands that another process sends', async () => {
    const bus = openSqliteBus({ file, pollMs: 5 });
    const consuming = consume(bus, 'g', 3);
    const child = start('send', 'act_1', 3);
    expect((await consuming).map(textOf)).toEqual(['0', '1', '2']);
    if (child.exitCode === null) await once(child, 'exit');
    await bus.close();
  });
});
