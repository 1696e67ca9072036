import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliError } from '../cli-error.js';
import { dataDirectory, prepareDataDirectory } from './data-directory.js';
import { readHolder, removeHolder, writeHolder } from './holder.js';
import { createLogger } from './logger.js';
import { isServiceRunning, takeServiceLock } from './service-lock.js';
import { uuidV7 } from './uuid-v7.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-wire-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** A user without rights: root may write everywhere, so what is refused has to be tried as somebody else. */
const NOBODY = 65_534;

/** What another user is told, in a process of its own when this one is root's. Needs the build. */
function triedByAnother(path: string): string {
  const root = process.getuid?.() === 0;
  if (root) chownSync(folder, NOBODY, NOBODY);
  const module = new URL('../../dist/wire/data-directory.js', import.meta.url).href;
  const script = `import(${JSON.stringify(module)}).then((it) => it.prepareDataDirectory(${JSON.stringify(path)})).catch((error) => console.log(error.message))`;
  const user = root ? { uid: NOBODY, gid: NOBODY } : {};
  return spawnSync(process.execPath, ['-e', script], { ...user, encoding: 'utf8', cwd: '/' }).stdout;
}

describe('the data directory', () => {
  it('is made with mode 0700, parents included', () => {
    const { path } = prepareDataDirectory(join(folder, 'a', 'b'));
    expect(modeOf(path)).toBe(0o700);
  });

  it.each([0o755, 0o777])('a fresh one with mode %o is closed to others', (mode) => {
    chmodSync(folder, mode);
    prepareDataDirectory(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it('one with files that others could have written is refused and left as it is', () => {
    writeFileSync(join(folder, 'log.db'), '');
    chmodSync(folder, 0o770);
    expect(() => prepareDataDirectory(folder)).toThrow(/chmod 700/);
    expect(modeOf(folder)).toBe(0o770);
  });

  it('a new one where nobody may write says so', () => {
    chmodSync(folder, 0o500);
    expect(triedByAnother(join(folder, 'a', 'b'))).toMatch(/not writable/);
    chmodSync(folder, 0o700);
  });

  it('a file in its place is a usage error', () => {
    writeFileSync(join(folder, 'x'), '');
    expect(() => prepareDataDirectory(join(folder, 'x'))).toThrow(CliError);
    expect(() => prepareDataDirectory(join(folder, 'x', 'y'))).toThrow(CliError);
  });
});

describe('the lock of the service', () => {
  it('is held by one, names its holder, and is free after the release', () => {
    const directory = dataDirectory(folder);
    expect(isServiceRunning(directory)).toBe(false);
    const lock = takeServiceLock(directory);
    writeHolder(directory, { pid: 4711, instance_id: 'i', since: 's', version: 'v', endpoints: [] });
    expect(isServiceRunning(directory)).toBe(true);
    expect(() => takeServiceLock(directory)).toThrow(/process 4711/);
    lock.release();
    expect(isServiceRunning(directory)).toBe(false);
    takeServiceLock(directory).release();
    expect(modeOf(directory.lock)).toBe(0o600);
    expect(modeOf(directory.holder)).toBe(0o600);
  });

  it('a holder that is still starting is named as such', () => {
    const directory = dataDirectory(folder);
    const lock = takeServiceLock(directory);
    writeHolder(directory, { pid: 4711, instance_id: null, since: 's', version: 'v', endpoints: [] });
    expect(() => takeServiceLock(directory)).toThrow(/process 4711 \(starting, since s, version v\)/);
    lock.release();
  });

  it('a file that is no lock is a usage error that says what to do; one that cannot be opened is unreachable', () => {
    const directory = dataDirectory(folder);
    writeFileSync(directory.lock, 'garbage that is long enough to be looked at twice, by far');
    for (const look of [takeServiceLock, isServiceRunning])
      expect(() => look(directory)).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(() => takeServiceLock(directory)).toThrow(/remove that file/);
    rmSync(directory.lock);
    mkdirSync(directory.lock);
    expect(() => takeServiceLock(directory)).toThrow(expect.objectContaining({ code: 'unreachable' }));
  });

  it('a holder file that cannot be written is a value, never a failure', () => {
    const directory = dataDirectory(folder);
    mkdirSync(directory.holder);
    const holder = { pid: 1, instance_id: null, since: 's', version: 'v', endpoints: [] };
    expect(writeHolder(directory, holder)).toMatch(/up\.json/);
    expect(removeHolder(directory)).toMatch(/up\.json/);
  });

  it('a holder file that cannot be read is nobody', () => {
    const directory = dataDirectory(folder);
    expect(readHolder(directory)).toBeNull();
    writeFileSync(directory.holder, '{"pid":"x"}');
    expect(readHolder(directory)).toBeNull();
  });
});

describe('small things', () => {
  it('a UUID of version 7 has version, variant and time', () => {
    const uuid = uuidV7(0x0189_0000_abcd);
    expect(uuid).toMatch(/^01890000-abcd-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuidV7(1)).not.toBe(uuidV7(1));
  });

  it('G10: no credential stands in a log line, whoever puts it there', () => {
    const lines: string[] = [];
    const log = createLogger({
      level: 'info',
      secrets: ['s3cret-key'],
      readable: null,
      write: (line) => lines.push(line),
    });
    log.warn({ err: new Error('bad s3cret-key'), header: 'Bearer s3cret-key' }, 'x s3cret-key');
    log.debug({}, 'not shown');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('s3cret-key');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn' });
  });
});
