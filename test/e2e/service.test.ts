import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Deployment } from './deployment.js';

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('aip-hermes up', () => {
  it('says that it uses the simulator, in one line, then ready, and ends with 0 on SIGTERM', async () => {
    const up = here.start(['up']);
    await up.line((line) => line.includes('ready'));
    expect(up.lines).toHaveLength(2);
    expect(up.lines[0]).toMatch(/`simulator`.* http:\/\/127\.0\.0\.1:\d+/);
    expect(await up.kill('SIGTERM')).toBe(0);
  });

  it('with --json prints JSON lines, the last one ready with its endpoints', async () => {
    const up = await here.up();
    expect(up.values.map(({ event }) => event)).toEqual(['simulator', 'ready']);
    expect(up.values[1]).toMatchObject({ pid: up.pid, endpoints: [{ id: 'simulator' }], recovered: 0 });
    expect(await up.kill('SIGINT')).toBe(0);
  });

  it('DESIGN 1: is alone; a second one names the holder and ends with 2, the first goes on', async () => {
    const up = await here.up();
    const second = await here.run(['up']);
    expect(second.code).toBe(2);
    expect(second.errors).toContain(`process ${up.pid}`);
    expect(second.lines.join()).not.toContain('ready');
    await here.submit('SCRIPT=plain', '--id', 'act_e2e');
    expect((await here.run(['watch', 'act_e2e'])).code).toBe(0);
  });

  it('the lock dies with the process: after SIGKILL the next one starts at once', async () => {
    const up = await here.up();
    await up.kill('SIGKILL');
    const next = await here.up();
    expect(await next.kill('SIGTERM')).toBe(0);
  });

  it('makes a private directory with private files', async () => {
    await here.up();
    await here.submit('SCRIPT=plain', '--id', 'act_e2e');
    await here.run(['watch', 'act_e2e']);
    expect(modeOf(here.data)).toBe(0o700);
    const files = readdirSync(here.data);
    expect(files).toEqual(expect.arrayContaining(['bus.db', 'log.db', 'up.json', 'up.lock']));
    expect(files.filter((file) => modeOf(join(here.data, file)) !== 0o600)).toEqual([]);
  });

  it('closes a fresh directory to others, and refuses one with files that others could have written', async () => {
    mkdirSync(here.data, { mode: 0o755 });
    const up = await here.up();
    expect(modeOf(here.data)).toBe(0o700);
    await up.kill('SIGTERM');
    chmodSync(here.data, 0o777);
    const refused = await here.run(['up']);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain('chmod 700');
  });

  it('ends with 9 and a sentence for a person when the log cannot be used', async () => {
    mkdirSync(here.data, { mode: 0o700 });
    writeFileSync(
      join(here.data, 'log.db'),
      'this is no database at all, but long enough to be looked at twice',
    );
    const up = await here.run(['up']);
    expect(up.code).toBe(9);
    expect(up.errors).toMatch(/not an event log/);
    expect(up.lines.join()).not.toContain('ready');
    expect(readFileSync(join(here.data, 'log.db'), 'utf8')).toMatch(/^this is no database/);
  });
});

describe('the command line', () => {
  it.each([[[]], [['nonsense']], [['up', '--nonsense']], [['up', 'surplus']], [['watch']], [['audit']]])(
    'usage: %j ends with 2 and a hint',
    async (args) => {
      const { code, errors, lines } = await here.command(args);
      expect([code, lines]).toEqual([2, []]);
      expect(errors).not.toBe('');
    },
  );

  it('every command has help with examples, and takes --data, --config and --json', async () => {
    const help = await here.command(['--help']);
    expect(help.code).toBe(0);
    const commands = ['up', 'submit', 'watch', 'show', 'list', 'audit', 'manifest', 'demo'];
    const texts = await Promise.all(commands.map((command) => here.command([command, '--help'])));
    for (const [index, { code, lines }] of texts.entries()) {
      const text = lines.join('\n');
      expect([commands[index], code]).toEqual([commands[index], 0]);
      expect(help.lines.join('\n')).toContain(`  ${commands[index]}`);
      for (const option of ['--data <dir>', '--config <file>', '--json', 'Examples:'])
        expect(text).toContain(option);
    }
    expect(help.lines.join('\n')).toMatch(/124 +time-out/);
    expect((await here.command(['--version'])).lines).toEqual([expect.stringMatching(/^0\.1\.0 \(\w{7}\)$/)]);
  });
});

describe('a configuration', () => {
  it('SPEC 10: every problem comes at once with its path, and the exit code is 2', async () => {
    here.configure({
      endpoints: [{ id: 'a b', base_url: 'http://hermes.example.com', api_key_env: 'AIP_TEST_KEY' }],
      policy: { timeout_ms: -1, nonsense: true },
    });
    const up = await here.run(['up', '--json']);
    expect(up.code).toBe(2);
    for (const path of ['endpoints[0].id', 'endpoints[0].base_url', 'policy.timeout_ms', 'policy.nonsense']) {
      expect(up.errors).toContain(path);
    }
    const told = up.errors.split('\n').at(-1) ?? '';
    expect(JSON.parse(told)).toMatchObject({ error: { code: 'usage' } });
    expect(up.lines).toEqual([]);
  });

  it('without endpoints is an error', async () => {
    here.configure({ endpoints: [] });
    expect((await here.run(['up'])).code).toBe(2);
  });

  it('C3: gives the manifest its endpoints, without keys being there', async () => {
    here.configure({
      endpoints: [{ id: 'Hermes-A', base_url: 'https://h.example.com', api_key_env: 'NOT_SET' }],
    });
    const { code, values } = await here.run(['manifest', '--json']);
    expect(code).toBe(0);
    expect(values[0]).toMatchObject({ capabilities: [{ id: 'cap:hermes_agent:hermes-a:operator' }] });
  });

  it('none at all: the manifest names the simulator', async () => {
    const { values } = await here.run(['manifest', '--json']);
    expect(values[0]).toMatchObject({ capabilities: [{ id: 'cap:hermes_agent:simulator:operator' }] });
  });
});
