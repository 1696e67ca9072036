import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AIP_HERMES, type CliProcess } from '../cli-process.js';
import { Deployment } from '../deployment.js';
import { readValue } from './fault.js';
import { asSomebodyElse, NOBODY, withSmallFiles } from './somebody-else.js';

let here: Deployment;
const running: CliProcess[] = [];
beforeEach(() => {
  here = new Deployment();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.kill('SIGKILL')));
  await here.remove();
});

const SUBMIT = ['submit', '--objective', 'SCRIPT=plain'];
const path = (name: string): string => join(here.data, name);
const stored = (): unknown => readValue(path('bus.db'), 'SELECT count(*) FROM messages');

/** The data directory and what leads to it belong to somebody who is not the superuser; files as told. */
function handOver(files: number): void {
  if (process.getuid?.() === 0) {
    chmodSync(here.folder, 0o755);
    for (const owned of [here.data, path('up.lock')]) chownSync(owned, NOBODY, NOBODY);
  }
  for (const name of ['bus.db', 'log.db']) chmodSync(path(name), files);
}

async function ended(process: CliProcess): Promise<readonly [number | string, string]> {
  running.push(process);
  return [await process.exit, process.errors];
}

describe('G6: files and directories that may not be written', () => {
  it('files of another user: submit stores nothing, up starts nothing, and both say which file and what to check', async () => {
    await here.up().then((up) => up.kill('SIGTERM'));
    await here.submit('SCRIPT=plain');
    handOver(0o644);
    // Not the superuser: its own files have to be made unwritable by something else than their mode.
    if (process.getuid?.() !== 0) return expectOwnFilesMadeWritable();
    const before = readFileSync(path('bus.db'));
    for (const [args, file] of [
      [SUBMIT, 'bus.db'],
      [['up'], 'log.db'],
    ] as const) {
      const [code, errors] = await ended(asSomebodyElse([...args, '--data', here.data]));
      expect(code).toBe(9);
      expect(errors).toMatch(new RegExp(`${file}.*Check.*(owner|may be read and written)`));
    }
    expect(stored()).toBe(1);
    expect(readFileSync(path('bus.db')).equals(before)).toBe(true);
  });

  it('a directory of another user is refused with what to do, and nothing is written into it', async () => {
    await here.submit('SCRIPT=plain');
    mkdirSync(join(here.folder, 'empty'), { mode: 0o755 });
    if (process.getuid?.() !== 0) return;
    chmodSync(here.folder, 0o755);
    chmodSync(here.data, 0o755);
    for (const data of [here.data, join(here.folder, 'empty')]) {
      const [code, errors] = await ended(asSomebodyElse([...SUBMIT, '--data', data]));
      expect(code).toBe(2);
      expect(errors).toMatch(/belongs to another user.*--data/);
    }
    expect(stored()).toBe(1);
  });

  it('files that may not grow: submit ends with 9, stores nothing, and names the file and the limit', async () => {
    await here.submit('SCRIPT=plain');
    const [code, errors] = await ended(withSmallFiles(AIP_HERMES, [...SUBMIT, '--data', here.data]));
    expect(code).toBe(9);
    expect(errors).toMatch(/bus\.db.*bytes are free there.*limit/);
    expect(stored()).toBe(1);
    expect((await here.run(SUBMIT)).code).toBe(0);
    expect(stored()).toBe(2);
  });

  /** Their owner may change their mode, and does. */
  async function expectOwnFilesMadeWritable(): Promise<void> {
    for (const name of ['bus.db', 'log.db']) chmodSync(path(name), 0o400);
    expect((await here.run(SUBMIT)).code).toBe(0);
    expect(stored()).toBe(2);
  }
});
