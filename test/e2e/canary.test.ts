import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf, DRIVEN, withPlaces } from './canary-commands.js';
import { startCanaryProvider, STORIES, type CanaryProvider } from './canary-provider.js';
import { HELD_EXTRA, HELD_KEY, READABLE, SAID, tracesIn } from './canary-secrets.js';
import { runEach, type Written } from './canary-session.js';
import { AIP_HERMES, CliProcess } from './cli-process.js';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const LIMIT_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'aip-hermes-canary-'));
const data = join(folder, 'data');
const config = join(folder, 'config.json');
const env = { CANARY_KEY: HELD_KEY, CANARY_EXTRA: HELD_EXTRA };
const processes: CliProcess[] = [];
/** What every command wrote, of every log level. */
const written: Written[] = [];
let provider: CanaryProvider;

async function run(...lines: readonly (readonly string[])[]): Promise<readonly Written[]> {
  const ran = await runEach(
    lines.map((args) => withPlaces(args, data, config)),
    env,
  );
  written.push(...ran);
  return ran;
}

async function up(level: string): Promise<CliProcess> {
  const args = ['up', '--json', '--data', data, '--config', config];
  const service = keep(new CliProcess(AIP_HERMES, args, { ...env, AIP_HERMES__LOGGING__LEVEL: level }));
  await service.line((line) => line.includes('ready'));
  return service;
}

function keep(process: CliProcess): CliProcess {
  processes.push(process);
  return process;
}

const actionIds = (level: string): readonly string[] => STORIES.map((story) => `act_${level}_${story}`);

/** Plays every story on the running service until the last of them is over; one waits for a person. */
async function playAll(level: string): Promise<void> {
  const actions = actionIds(level).map((id, at) => ({
    id,
    capability_id: 'cap:hermes_agent:canary:operator',
    input: { objective: `SAY=${STORIES[at] ?? ''}` },
    mode: 'streaming',
    idempotency_key: `key-${id}`,
  }));
  const file = join(folder, `${level}.json`);
  writeFileSync(file, JSON.stringify(actions));
  const watched = actions.filter(({ id }) => !id.endsWith('_ask'));
  const [stored, ...ends] = await run(
    ['submit', file, '--json'],
    ...watched.map(({ id }) => ['watch', id, '--timeout', '60', '--json']),
  );
  expect(stored).toMatchObject({ code: 0 });
  const codes = { stream: 0, fail: 3, poll: 0, broken: 0, refuse: 3, lost: 5, id: 5, garbage: 5 };
  expect(Object.fromEntries(ends.map(({ code }, at) => [watched[at]?.id, code]))).toEqual(
    Object.fromEntries(Object.entries(codes).map(([story, code]) => [`act_${level}_${story}`, code])),
  );
}

/** Every command there is a case for, while the service runs and one Action waits for a person. */
async function driveAll(): Promise<void> {
  const watch = withPlaces(['watch', 'act_debug_ask', '--json'], data, config);
  const watching = keep(new CliProcess(AIP_HERMES, watch, env));
  await watching.line((line) => line.includes('requires_human'));
  await watching.kill('SIGKILL');
  const broken = join(folder, 'broken.json');
  writeFileSync(broken, '{"no": "command"');
  const stage = { ids: actionIds('debug'), deadLetter: 'dl-0-0', folder };
  const lines = Object.values(DRIVEN).flatMap((linesOf) => linesOf(stage));
  const ran = await run(['submit', broken, '--raw'], ...lines);
  // A command that only says how it is used would show nothing; the doctor has something to find here.
  const meant = (args: readonly string[]): boolean =>
    args[0] === 'doctor' || args.includes('/nowhere/a.json');
  const unused = ran.filter(({ code, args }) => [1, 2].includes(code) && !meant(args));
  expect(unused).toEqual([]);
}

beforeAll(async () => {
  provider = await startCanaryProvider();
  const endpoints = [{ id: 'canary', base_url: provider.url, api_key_env: 'CANARY_KEY' }];
  const instructions = `Never say ${HELD_EXTRA}.`;
  const policy = { poll_interval_ms: 20, drain_timeout_ms: 0, system_instructions: instructions };
  writeFileSync(
    config,
    JSON.stringify({ endpoints, policy, redaction: { extra_secrets_env: ['CANARY_EXTRA'] } }),
  );
});

afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill('SIGKILL')));
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a provider that says secrets wherever it can', () => {
  it('the search finds each of them in what the provider says', () => {
    for (const said of SAID) expect([said, tracesIn(said)]).not.toEqual([said, []]);
    expect(tracesIn(READABLE)).toEqual([]);
  });

  it('every command of the program is driven; a new one needs a line in DRIVEN', async () => {
    const helps = async (paths: readonly (readonly string[])[]): Promise<readonly string[]> =>
      (
        await runEach(
          paths.map((path) => [...path, '--help']),
          {},
        )
      ).map(({ stdout }) => stdout);
    expect([...(await commandsOf(helps))].sort()).toEqual(Object.keys(DRIVEN).sort());
  });

  it.each(LEVELS)(
    'G10, C52: at log level %s no trace is in what the service writes',
    async (level) => {
      const service = await up(level);
      try {
        await playAll(level);
        if (level === LEVELS[0]) await driveAll();
      } finally {
        expect(await service.kill('SIGTERM')).toBe(0);
      }
      expect(tracesIn(`${service.lines.join('\n')}\n${service.errors}`)).toEqual([]);
      if (level === 'silent') expect(service.errors).toBe('');
    },
    LIMIT_MS,
  );

  it('G10: no command shows a trace', () => {
    for (const { args, stdout, stderr } of written)
      expect([args, tracesIn(stdout), tracesIn(stderr)]).toEqual([args, [], []]);
  });

  it('G10: no file holds a trace, neither of the data nor of a backup', () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => file !== config);
    for (const name of ['data/log.db', 'data/bus.db', 'backup/log.db'])
      expect(files).toContain(join(folder, name));
    for (const file of files) expect([file, tracesIn(readFileSync(file))]).toEqual([file, []]);
  });

  it('the provider was asked for everything it has', () => {
    const runs = ['POST /v1/runs', 'GET /v1/runs/:id', 'GET /v1/runs/:id/events'];
    expect([...provider.asked].sort()).toEqual(['GET /health', 'GET /v1/capabilities', ...runs].sort());
  });

  it('G10: token counts and what only looks like a secret stay readable in messages and audit', () => {
    const shown = (...words: readonly string[]): string =>
      written.find(({ args }) => words.every((word) => args.includes(word)))?.stdout ?? '';
    for (const output of [shown('watch', 'act_debug_stream', '--json'), shown('audit', '--all', '--json')]) {
      expect(output).toMatch(/\binput_tokens\\*":512/);
      expect(output).toContain(READABLE);
      expect(output).toContain('[redacted]');
    }
  });
});
