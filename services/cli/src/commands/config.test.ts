import { configKeys } from '@aip-hermes/config';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Command } from 'commander';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { explainError } from '../explain-error.js';
import { createStyle } from '../render/style.js';
import { startBundledSimulator } from '../wire/bundled-simulator.js';
import { readConfig, readConfigWithoutKeys } from '../wire/read-config.js';
import { addConfig } from './config.js';
import { dataDirectory } from '../wire/data-directory.js';
import { knownEndpoints } from './known-endpoints.js';

const CANARY = 'canary-key-7f3a-0815';
const GOOD = `
endpoints:
  - { id: support, base_url: "https://hermes.example.com/p/a", api_key_env: HERMES_KEY, policy: { max_events: 7 } }
policy: { timeout_ms: 60000, system_instructions: "Never say ${CANARY}." }
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-config-'));
  vi.stubEnv('HERMES_KEY', CANARY);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function file(text: string): string {
  const path = join(folder, 'hermes.yaml');
  writeFileSync(path, text);
  return path;
}

interface Ran {
  readonly text: string;
  readonly notes: string;
  readonly values: readonly unknown[];
  readonly exitCode: number;
}

async function run(...args: readonly string[]): Promise<Ran> {
  const lines: string[] = [];
  const notes: string[] = [];
  const values: unknown[] = [];
  const program = new Command('aip-hermes').exitOverride();
  program.configureOutput({ writeOut: (text) => lines.push(text), writeErr: (text) => notes.push(text) });
  addConfig(program, (json) => ({
    json,
    style: createStyle(false),
    width: 160,
    isTerminal: false,
    write: (text) => lines.push(text),
    line: (text) => lines.push(text),
    value: (value) => values.push(value),
    note: (text) => notes.push(text),
  }));
  const exitCode = await program.parseAsync(['config', ...args], { from: 'user' }).then(
    () => 0,
    (error: unknown) => {
      const { exitCode: code, message, problems } = explainError(error);
      notes.push(message, ...problems);
      return code;
    },
  );
  const ran = { text: lines.join('\n'), notes: notes.join('\n'), values, exitCode };
  expect(JSON.stringify(ran)).not.toContain(CANARY);
  return ran;
}

describe('config check', () => {
  it('SPEC 10: a good configuration ends with 0 and names its endpoints', async () => {
    const { exitCode, text } = await run('check', '--config', file(GOOD));
    expect(exitCode).toBe(0);
    expect(text).toBe('good: endpoint support');
    expect((await run('check', '--config', file(GOOD), '--json')).values).toEqual([
      { good: true, configured: 'ok', keys_checked: true, problems: [], warnings: [] },
    ]);
  });

  it('SPEC 10, G10: every problem of file and environment, with place and advice, ends with 2', async () => {
    vi.stubEnv('AIP_HERMES__POLICY__MAX_EVNTS', CANARY);
    vi.stubEnv('AIP_HERMES__BUS__PARTITIONS', CANARY);
    const bad = file(`${GOOD}lmits: {}\n`.replace('timeout_ms: 60000', 'timeout_ms: 1'));
    const { exitCode, text, notes } = await run('check', '--config', bad);
    expect(exitCode).toBe(2);
    expect(text.split('\n').sort()).toEqual([
      'problem  AIP_HERMES__BUS__PARTITIONS: must be a whole number from 1 to 1024 (it sets bus.partitions)',
      'problem  AIP_HERMES__POLICY__MAX_EVNTS: is not the name of a key; did you mean AIP_HERMES__POLICY__MAX_EVENTS?',
      'problem  lmits: is not a key here; did you mean limits?',
      'problem  policy.timeout_ms: must be a whole number from 1000 to 86400000',
    ]);
    expect(notes).toBe('The configuration has 4 problems; correct them and check again.');
    const json = await run('check', '--config', bad, '--json');
    expect(json).toMatchObject({ exitCode: 2, text: '', values: [{ good: false, configured: 'bad' }] });
    expect(json.values).toMatchObject([{ problems: { length: 4 } }]);
  });

  it('SPEC 10: a file that is not there, and a key that is not set, are problems', async () => {
    const gone = await run('check', '--config', join(folder, 'gone.yaml'));
    expect(gone).toMatchObject({
      exitCode: 2,
      text: expect.stringMatching(/\(file\).*does not exist/) as string,
    });
    vi.stubEnv('HERMES_KEY', undefined);
    const unset = await run('check', '--config', file(GOOD));
    expect(unset).toMatchObject({
      exitCode: 2,
      text: expect.stringMatching(/api_key_env: .*HERMES_KEY is not set/) as string,
    });
  });

  it('G10: a warning is shown and ends with 0', async () => {
    const key = join(folder, 'support.key');
    writeFileSync(key, CANARY);
    chmodSync(key, 0o644);
    const text = GOOD.replace('api_key_env: HERMES_KEY', 'api_key_file: support.key');
    const ran = await run('check', '--config', file(text));
    expect(ran.exitCode).toBe(0);
    expect(ran.text).toMatch(/^good: endpoint support\nwarning {2}endpoints\[0\]\.api_key_file: .*chmod 600/);
  });

  it('SPEC 10: --no-keys checks all but the keys, where these are not', async () => {
    vi.stubEnv('HERMES_KEY', undefined);
    const withFile = GOOD.replace(
      '\npolicy: {',
      '\nredaction: { extra_secrets_env: [ALSO_NOT_HERE] }\npolicy: {',
    ).replace(', api_key_env: HERMES_KEY', ', api_key_file: keys/not-here');
    for (const text of [GOOD, withFile]) {
      expect((await run('check', '--config', file(text))).exitCode).toBe(2);
      const good = await run('check', '--config', file(text), '--no-keys');
      expect(good).toMatchObject({ exitCode: 0, text: 'good: endpoint support' });
      expect(good.notes).toMatch(/keys were not looked for/);
      expect((await run('check', '--config', file(text), '--no-keys', '--json')).values).toEqual([
        { good: true, configured: 'ok', keys_checked: false, problems: [], warnings: [] },
      ]);
    }
    const bad = await run('check', '--config', file(`${GOOD}lmits: {}\n`), '--no-keys');
    expect(bad).toMatchObject({
      exitCode: 2,
      text: 'problem  lmits: is not a key here; did you mean limits?',
    });
  });

  it('SPEC 10: --no-keys still finds an endpoint that names no place for its key', async () => {
    const bad = await run(
      'check',
      '--no-keys',
      '--config',
      file(GOOD.replace(', api_key_env: HERMES_KEY', '')),
    );
    expect(bad.exitCode).toBe(2);
    expect(bad.text).toMatch(/endpoints\[0\].*api_key/);
  });

  it('issue item 3: without file and variables it says what `up` does', async () => {
    expect((await run('check')).text).toBe(
      'good: nothing is configured; `up` starts the bundled simulator with defaults',
    );
    vi.stubEnv('AIP_HERMES__POLICY__MAX_EVENTS', '9');
    expect((await run('check')).text).toMatch(/^good: no file is named; .*with what the environment says$/);
    expect((await run('check', '--json')).values).toMatchObject([{ good: true, configured: 'simulator' }]);
  });
});

describe('config show', () => {
  it('SPEC 10, G10: every effective value with its origin, no secret even where one was pasted', async () => {
    vi.stubEnv('AIP_HERMES__LOGGING__LEVEL', 'debug');
    const { exitCode, text } = await run('show', '--config', file(GOOD));
    expect(exitCode).toBe(0);
    const lines = text.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '));
    for (const line of [
      'endpoints[0].id | support | file',
      'endpoints[0].base_url | https://hermes.example.com/p/a | file',
      'endpoints[0].api_key | [redacted] | environment HERMES_KEY',
      'endpoints[0].policy.max_events | 7 | file',
      'endpoints[0].policy.timeout_ms | 60000 | file, policy.timeout_ms',
      'endpoints[0].policy.model | null | default',
      'endpoints[0].policy.max_input_bytes | 1048576 (901120 in effect: log.max_append_bytes leaves no more) | default',
      'endpoints[0].policy.allowed_choices | ["once","session","always","deny"] | default',
      'endpoints[0].policy.system_instructions | Never say [redacted]. | file, policy.system_instructions',
      'ingress.local_tenant | null | default',
      'logging.level | debug | environment AIP_HERMES__LOGGING__LEVEL',
    ]) {
      expect(lines).toContain(line);
    }
    const shown = lines.map((line) => line.split(' | ')[0]?.replace('endpoints[0].policy', 'policy'));
    const keys = configKeys().map(({ path }) => path.replace('endpoints[]', 'endpoints[0]'));
    const elsewhere = ['endpoints[0].api_key_file', 'endpoints[0].policy'];
    const absent = ['ingress.local_tenant.id', 'ingress.local_tenant.system'];
    expect(keys.filter((key) => ![...shown, ...elsewhere, ...absent].includes(key))).toEqual([]);
  });

  it('SPEC 10: with --json one value of values and origins', async () => {
    const { values } = await run('show', '--config', file(GOOD), '--json');
    expect(values).toMatchObject([
      {
        values: { endpoints: [{ id: 'support', api_key: '[redacted]', policy: { max_events: 7 } }] },
        origins: {
          'endpoints[0].policy.max_events': { kind: 'file', key: 'endpoints[0].policy.max_events' },
          'bus.partitions': { kind: 'default' },
        },
        effective: { 'endpoints[0].policy.max_input_bytes': 901_120 },
      },
    ]);
  });

  it('SPEC 10: a configuration that cannot be used ends with 2 and its problems', async () => {
    const { exitCode, text, notes } = await run('show', '--config', file('endpoints: []'));
    expect(exitCode).toBe(2);
    expect(text).toBe('');
    expect(notes).toMatch(/endpoints: needs at least one endpoint/);
  });

  it('issue item 3: without a file it shows what the simulator would run with', async () => {
    const bare = await run('show');
    expect(bare.notes).toMatch(/bundled simulator/);
    expect(bare.text).toMatch(/endpoints\[0\]\.id +simulator +default/);
    vi.stubEnv('AIP_HERMES__POLICY__MAX_EVENTS', '9');
    expect((await run('show')).text).toMatch(
      /endpoints\[0\]\.policy\.max_events +9 +environment AIP_HERMES__POLICY__MAX_EVENTS/,
    );
  });
});

describe('config schema', () => {
  it('SPEC 10: prints a schema that compiles, the same with --json', async () => {
    const { text, exitCode } = await run('schema');
    expect(exitCode).toBe(0);
    const schema = JSON.parse(text) as Record<string, unknown>;
    expect(() => new Ajv2020({ allowUnionTypes: true }).compile(schema)).not.toThrow();
    expect((await run('schema', '--json')).values).toEqual([schema]);
  });
});

describe('the environment in other commands', () => {
  it('issue item 3: `up` without a file runs the simulator with what the variables say, the demo does not', async () => {
    vi.stubEnv('AIP_HERMES__POLICY__MAX_EVENTS', '9');
    vi.stubEnv('AIP_HERMES__LOGGING__LEVEL', 'warn');
    expect(readConfig(null)).toBeNull();
    for (const [bundled, maxEvents] of [
      [await startBundledSimulator(), 9],
      [await startBundledSimulator({}), 4_096],
    ] as const) {
      await bundled.simulator.close();
      expect(bundled.config.endpoints.map(({ id, policy }) => [id, policy.max_events])).toEqual([
        ['simulator', maxEvents],
      ]);
    }
  });

  it('SPEC 10: a variable that is wrong keeps `up` and the others from going on, with and without a file', () => {
    vi.stubEnv('AIP_HERMES__BUS__PARTITION', '4');
    for (const name of [null, file(GOOD)]) {
      expect(() => readConfig(name)).toThrow(/configuration cannot be used/);
      expect(() => readConfigWithoutKeys(name)).toThrow(/configuration cannot be used/);
    }
  });

  it('commands that need no key read the variables, and ask for no key', () => {
    vi.stubEnv('HERMES_KEY', undefined);
    expect(readConfigWithoutKeys(null)).toBeNull();
    vi.stubEnv('AIP_HERMES__BUS__PARTITIONS', '2');
    expect(readConfigWithoutKeys(file(GOOD))?.bus.partitions).toBe(2);
    const alone = readConfigWithoutKeys(null);
    expect(alone?.bus.partitions).toBe(2);
    expect(knownEndpoints(alone, dataDirectory(folder))).toEqual([
      { id: 'simulator', baseUrl: 'http://127.0.0.1/' },
    ]);
  });

  it.each([['check'], ['show'], ['schema']])('config %s explains itself', async (name) => {
    const { text } = await run(name, '--help');
    expect(text).toContain('--json');
    expect(text).toContain(`$ aip-hermes config ${name}`);
  });
});
