import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AIP_HERMES, CliProcess } from '../cli-process.js';
import { Deployment, startsReceived } from '../deployment.js';
import { actionLine } from './commands-of.js';

let here: Deployment;
let there: Deployment;
beforeEach(() => {
  here = new Deployment();
  there = new Deployment();
});
afterEach(() => Promise.all([here.remove(), there.remove()]));

const files = (folder: string): string[] => readdirSync(folder).sort();

/** Revision and id of every event of a log, by position. */
async function eventsOf(file: string): Promise<readonly string[]> {
  const log = openSqliteEventLog({ file, readOnly: true });
  const found: string[] = [];
  for (const id of await actionsOf(file))
    for (const event of await log.read(`aip.connector.hermes_agent.operator_runs.v1-${id}`))
      found.push(`${event.position} ${event.stream} ${event.revision} ${event.id}`);
  await log.close();
  return found.sort();
}

async function actionsOf(file: string): Promise<readonly string[]> {
  const log = openSqliteEventLog({ file, readOnly: true });
  const ids: string[] = [];
  const stop = new AbortController();
  const types = ['OperatorRunRequested'];
  for await (const { events, caughtUp } of log.subscribe({ types, from: null, signal: stop.signal })) {
    ids.push(...events.map(({ stream }) => stream.slice(stream.indexOf('-') + 1)));
    if (caughtUp) break;
  }
  await log.close();
  return ids;
}

/** Resolves when each of these has a result on a bus. */
async function untilPublished(file: string, ids: Iterable<string>): Promise<void> {
  const bus = openSqliteBus({ file, readOnly: true });
  const missing = new Set(ids);
  const { signal } = new AbortController();
  for await (const { records } of bus.reader.read({ topics: ['results'], follow: true, signal })) {
    for (const { key } of records) missing.delete(key ?? '');
    if (missing.size === 0) break;
  }
  await bus.close();
}

interface Manifest {
  readonly log: { readonly head: string; readonly identity: string };
  readonly bus: { readonly checkpoint: string; readonly undecided_commands: number };
  readonly not_started: { readonly action_ids: readonly string[]; readonly more: boolean };
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Manifest;

describe('a backup while the service writes', () => {
  it('G1, G6, G7: restored elsewhere after SIGKILL, nothing it holds is lost or started twice, and all is published', async () => {
    const simulator = await here.simulator(40, { max_concurrent_runs: 6 });
    const configured = JSON.parse(readFileSync(join(here.folder, 'config.json'), 'utf8')) as object;
    const up = await here.up();
    const ids = Array.from({ length: 24 }, (_, n) => `act_load_${n}`);
    const load = ids.map((id, n) => actionLine(id, `SCRIPT=${n % 6 === 0 ? 'long' : 'plain'}`));
    expect((await here.run(['submit', '-'], load.slice(0, 16).join('\n'))).code).toBe(0);
    const live = here.start(['watch', 'act_load_0', '--json']);
    await live.line((line) => line.includes('stream_chunk'));
    // More comes while the copies are made.
    const more = here.run(['submit', '-'], load.slice(16).join('\n'));
    const made = await here.run(['backup', there.data, '--json']);
    expect(made.errors).toBe('');
    expect(made.code).toBe(0);
    await more;
    await up.kill('SIGKILL');

    const manifest = manifestOf(there.data);
    expect(manifest.bus.checkpoint <= `${manifest.log.identity}/${manifest.log.head}`).toBe(true);
    const held = await eventsOf(join(there.data, 'log.db'));
    const actions = await actionsOf(join(there.data, 'log.db'));
    const may = new Set(manifest.not_started.action_ids);
    expect(actions.length).toBeGreaterThanOrEqual(6);
    expect((await there.run(['backup', '--verify', there.data])).code).toBe(0);

    there.configure(configured);
    const restored = await there.up();
    const all = new Set([...actions, ...may]);
    await untilPublished(join(there.data, 'bus.db'), all);
    expect(await restored.kill('SIGTERM')).toBe(0);

    const after = new Set(await eventsOf(join(there.data, 'log.db')));
    expect(held.filter((event) => !after.has(event))).toEqual([]);
    // What the copy does not know to be started is named in it; everything else was started once, there or here.
    for (const id of all)
      expect([id, await startsReceived(simulator, id)]).toEqual([id, may.has(id) ? expect.any(Number) : 1]);
    const audited = await there.run(['audit', '--all']);
    expect([audited.code, audited.errors]).toEqual([0, '']);
  });

  it('G7: a copy in which the log is ahead of the bus is gone on with; the same messages are published', async () => {
    await here.simulator(50);
    const up = await here.up();
    const ids = ['act_1', 'act_2'];
    await here.run(['submit', '-'], ids.map((id) => actionLine(id, 'SCRIPT=plain')).join('\n'));
    await untilPublished(join(here.data, 'bus.db'), ids);
    await up.kill('SIGTERM');
    // The bus as it was before anything was taken, beside the whole log: the widest gap a backup can have.
    const sent = await messageIds(join(here.data, 'bus.db'));
    mkdirSync(there.data, { mode: 0o700 });
    const empty = openSqliteBus({ file: join(there.data, 'bus.db') });
    await empty.close();
    expect((await here.run(['backup', join(there.folder, 'copy')])).code).toBe(0);
    cpSync(join(there.folder, 'copy', 'log.db'), join(there.data, 'log.db'));
    const config = JSON.parse(readFileSync(join(here.folder, 'config.json'), 'utf8')) as object;
    there.configure(config);
    const next = await there.up();
    await untilPublished(join(there.data, 'bus.db'), ids);
    await next.kill('SIGTERM');
    expect(await messageIds(join(there.data, 'bus.db'))).toEqual(sent);
  });
});

async function messageIds(file: string): Promise<readonly string[]> {
  const bus = openSqliteBus({ file, readOnly: true });
  const ids: string[] = [];
  const { signal } = new AbortController();
  const topics = ['stream_chunks', 'results'] as const;
  for await (const { records } of bus.reader.read({ topics, follow: false, signal }))
    for (const { headers } of records) ids.push(headers['aip-message-id'] ?? '');
  await bus.close();
  return ids;
}

/** A backup that a signal meets when it has begun. */
function signalled(signal: string, to: string): CliProcess {
  const code = `process.on('newListener', (name) => name === 'SIGHUP' && setImmediate(() => process.kill(process.pid, '${signal}')))`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
  return new CliProcess(AIP_HERMES, ['backup', to, '--data', here.data], env);
}

describe('a backup without a service', () => {
  it('ended by a signal it leaves nothing, killed only what is no backup', async () => {
    await here.submit('SCRIPT=plain');
    const to = join(here.folder, 'copy');
    expect(await signalled('SIGTERM', to).exit).toBe('SIGTERM');
    expect(files(here.folder)).toEqual(['data']);
    expect(await signalled('SIGKILL', to).exit).toBe('SIGKILL');
    expect(files(here.folder)).toEqual([expect.stringMatching(/^\.copy\.partial-/), 'data']);
  });

  it('G10: is private, says what it holds, and can be read and checked where it is', async () => {
    await here.submit('SCRIPT=plain', '--id', 'act_waits');
    const to = join(here.folder, 'copy');
    mkdirSync(to);
    const made = await here.run(['backup', to, '--json']);
    expect([made.code, made.errors]).toEqual([0, '']);
    expect(made.values).toMatchObject([
      {
        path: to,
        format: 'aip-hermes.backup/1',
        log: null,
        bus: { undecided_commands: 1 },
        not_started: { action_ids: ['act_waits'], more: false },
      },
    ]);
    expect(files(to)).toEqual(['backup.json', 'bus.db']);
    expect(statSync(to).mode & 0o777).toBe(0o700);
    for (const name of files(to))
      expect([name, statSync(join(to, name)).mode & 0o777]).toEqual([name, 0o600]);
    expect((await here.run(['backup', '--verify', to])).code).toBe(0);
    expect(files(to)).toEqual(['backup.json', 'bus.db']);
    expect(files(here.folder)).toEqual(['copy', 'data']);
  });
});
