import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AIP_HERMES, CliProcess } from './cli-process.js';
import { Deployment } from './deployment.js';

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

/** A command on the data directory whose output goes where the shell words say. */
function redirected(words: string, ...args: readonly string[]): CliProcess {
  const command = ['-c', `exec "$0" "$@" ${words}`, AIP_HERMES, ...args, '--data', here.data];
  return new CliProcess('/bin/sh', command, {});
}

/** `up` with a line of code that runs before its own. */
function upAfter(code: string): CliProcess {
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
  return new CliProcess(AIP_HERMES, ['up', '--data', here.data], env);
}

const holderFile = (): string => join(here.data, 'up.json');

describe('up in trouble', () => {
  it('a holder file that cannot be written is only a warning; all ends in order', async () => {
    mkdirSync(join(here.data, 'up.json.new'), { recursive: true, mode: 0o700 });
    const up = await here.up();
    await here.submit('SCRIPT=plain', '--id', 'act_e2e');
    expect((await here.run(['watch', 'act_e2e'])).code).toBe(0);
    expect(await up.kill('SIGTERM')).toBe(0);
    // Log lines only: no warning of Node's own.
    const levels = up.errors.split('\n').map((line) => (JSON.parse(line) as { level: string }).level);
    expect(levels).toContain('warn');
    expect(levels.filter((level) => !['info', 'warn'].includes(level))).toEqual([]);
    expect(up.errors).toContain('names this process');
  });

  it('a service that ends by itself lets its process end, with the lock free and its name gone', async () => {
    mkdirSync(join(here.data, 'log.db'), { recursive: true, mode: 0o700 });
    const up = await here.run(['up']);
    expect(up.code).toBe(9);
    expect(up.errors.split('\n')).toHaveLength(1);
    expect(existsSync(holderFile())).toBe(false);
  });

  it('its process really ends when it failed, whatever handle is left, with all of its words told', async () => {
    writeFileSync(here.data, 'no directory');
    const up = upAfter('setInterval(() => undefined, 1000)');
    expect(await up.exit).toBe(2);
    expect(up.errors).toMatch(/is no directory. Give a directory with --data\.$/);
  });

  it.skipIf(!existsSync('/dev/full'))('full disks under stdout and stderr do not end it', async () => {
    const up = redirected('>/dev/full 2>/dev/full', 'up');
    try {
      await here.submit('SCRIPT=plain', '--id', 'act_e2e');
      expect((await here.run(['watch', 'act_e2e'])).code).toBe(0);
      expect(await up.kill('SIGTERM')).toBe(0);
    } finally {
      await up.kill('SIGKILL');
    }
  });

  it.skipIf(!existsSync('/dev/full'))('another command ends with 1 and one sentence', async () => {
    const manifest = redirected('>/dev/full', 'manifest');
    expect(await manifest.exit).toBe(1);
    expect(manifest.errors).toBe('aip-hermes: The output cannot be written (ENOSPC).');
  });

  it('garbage in the lock file ends it with 2 and says what to do', async () => {
    mkdirSync(here.data, { mode: 0o700 });
    writeFileSync(join(here.data, 'up.lock'), 'garbage that is long enough to be looked at twice, by far');
    const up = await here.run(['up']);
    expect(up.code).toBe(2);
    expect(up.errors).toMatch(/^aip-hermes: .*up\.lock is not the lock file.*remove that file[^\n]*$/);
  });
});

describe('up while it starts', () => {
  it('names itself at once in place of a killed predecessor', async () => {
    mkdirSync(here.data, { mode: 0o700 });
    writeFileSync(holderFile(), JSON.stringify({ pid: 1, instance_id: 'dead', endpoints: [] }));
    const up = here.start(['up', '--json']);
    await up.line((line) => line.includes('simulator'));
    expect(JSON.parse(readFileSync(holderFile(), 'utf8'))).toMatchObject({ pid: up.pid, version: '0.1.0' });
    await up.line((line) => line.includes('ready'));
    expect(JSON.parse(readFileSync(holderFile(), 'utf8'))).toMatchObject({
      pid: up.pid,
      instance_id: up.values[1]?.['instance_id'],
    });
  });

  it('DESIGN 5: SIGTERM before it has loaded its parts ends it with 0, and nothing is opened', async () => {
    const up = upAfter(
      `process.on('newListener', (name) => name === 'SIGTERM' && setImmediate(() => process.kill(process.pid, 'SIGTERM')))`,
    );
    expect(await up.exit).toBe(0);
    expect([up.errors, existsSync(here.data)]).toEqual(['', false]);
  });

  it('DESIGN 5: SIGTERM before ready, and many of them, end it with 0, its name gone and the lock free', async () => {
    for (const times of [1, 6]) {
      const up = here.start(['up', '--json']);
      await up.line((line) => line.includes('simulator'));
      const exits = Array.from({ length: times }, () => up.kill('SIGTERM'));
      expect(await Promise.all(exits)).toEqual(Array.from({ length: times }, () => 0));
      expect(existsSync(holderFile())).toBe(false);
    }
    const next = await here.up();
    expect(await next.kill('SIGTERM')).toBe(0);
  });
});
