import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AIP_HERMES } from './cli-process.js';
import { CANARY_KEY, Deployment } from './deployment.js';

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

/** What is read of a report. */
interface Report {
  readonly code: number | string;
  readonly state: string;
  /** `area/check` of what is not ok, with its state; an endpoint's id behind it. */
  readonly found: readonly string[];
  readonly text: (name: string) => string;
}

interface Check {
  readonly area: string;
  readonly endpoint_id: string | null;
  readonly check: string;
  readonly state: string;
  readonly text: string;
  readonly action: string | null;
}

/** Runs `doctor --json` and reads its one object. No output may hold the key (G10). */
async function doctor(...args: readonly string[]): Promise<Report> {
  const { code, lines, errors, values } = await here.run(['doctor', '--json', ...args]);
  expect(lines.join('\n') + errors).not.toContain(CANARY_KEY);
  expect([values.length, errors]).toEqual([1, '']);
  const { state, checks } = values[0] as { readonly state: string; readonly checks: readonly Check[] };
  const nameOf = ({ area, check, endpoint_id }: Check): string =>
    `${area}/${check}${endpoint_id === null ? '' : ` ${endpoint_id}`}`;
  return {
    code,
    state,
    found: checks.filter((it) => it.state !== 'ok').map((it) => `${nameOf(it)} ${it.state}`),
    text: (name) => {
      const check = checks.find((it) => nameOf(it) === name);
      return `${check?.text ?? ''} ${check?.action ?? ''}`;
    },
  };
}

/** Names and bytes of the data directory. */
function traces(): readonly string[] {
  return readdirSync(here.data)
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(here.data, name)))
          .digest('hex')}`,
    );
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A server of this process; gives every request this answer, or none. */
async function serve(answer: object | null): Promise<string> {
  const server = createServer((_, response) => {
    if (answer !== null) response.end(JSON.stringify(answer));
  });
  servers.push(server);
  server.unref();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const endpoint = (id: string, base_url: string): object => ({ id, base_url, api_key_env: 'AIP_TEST_KEY' });

describe('doctor, with real processes', () => {
  it('C4: with a simulator: before any data, while up runs, after it was killed; no run is started, no byte changed', async () => {
    const simulator = await here.simulator(50);
    const before = await doctor();
    expect(before).toMatchObject({ code: 0, state: 'ok', found: [] });
    expect(before.text('data/directory')).toMatch(/There is no/);
    expect(before.text('endpoint/run_events_sse hermes-a')).toMatch(/live chunks/);
    expect(existsSync(here.data)).toBe(false);

    const up = await here.up();
    const id = await here.submit('SCRIPT=plain');
    expect((await here.run(['watch', id])).code).toBe(0);
    const [ready] = up.values;
    expect(ready).toMatchObject({ event: 'ready', commit: expect.stringMatching(/^\w{7}$/) as string });
    const running = await doctor();
    expect(running).toMatchObject({ code: 0, found: [] });
    expect(running.text('service/up')).toContain(`Process ${up.pid} runs`);
    expect(running.text('bus/published')).toMatch(/Everything recorded is published/);
    expect(running.text('log/events')).toMatch(/[1-9]\d* events recorded; open bindings: 0/);

    await up.kill('SIGKILL');
    const killed = traces().filter((line) => !line.includes('-shm'));
    const after = await doctor();
    expect(after).toMatchObject({ code: 0, state: 'warning', found: ['service/up warning'] });
    expect(after.text('service/up')).toContain(`aip-hermes up --data ${here.data}`);
    expect(traces().filter((line) => !line.includes('-shm'))).toEqual(killed);
    const answer = await fetch(`${simulator.url}/_sim/calls`, {
      headers: { authorization: `Bearer ${CANARY_KEY}` },
    });
    const { calls } = (await answer.json()) as { readonly calls: readonly { readonly method: string }[] };
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('C4: endpoints that are down, silent, foreign or refuse the key are told apart, all in one time-out', async () => {
    const { url } = await here.simulator(50);
    const silent = await serve(null);
    const key = here.file('key', 'another-key-of-somebody-else');
    chmodSync(key, 0o600);
    const foreign = await serve({ status: 'ok', platform: 'webhook' });
    here.configure({
      endpoints: [
        endpoint('good', url),
        endpoint('down', 'http://127.0.0.1:9'),
        ...['s1', 's2', 's3', 's4'].map((id) => endpoint(id, silent)),
        endpoint('foreign', foreign),
        { id: 'wrong', base_url: url, api_key_file: key },
      ],
    });
    const { code, found, text } = await doctor('--timeout', '0.5');
    expect(code).toBe(9);
    expect(found).toEqual([
      'endpoint/reachable down problem',
      ...['s1', 's2', 's3', 's4'].map((id) => `endpoint/reachable ${id} problem`),
      'endpoint/reachable foreign problem',
      'endpoint/key wrong problem',
    ]);
    expect(text('endpoint/reachable s1')).toContain('within 0.5 s');
    expect(await doctor('--endpoint', 'wrong')).toMatchObject({
      code: 2,
      found: ['endpoint/key wrong problem'],
    });
    expect(await doctor('--endpoint', 'GOOD')).toMatchObject({ code: 0, found: [] });
    expect((await here.run(['doctor', '--endpoint', 'nobody'])).code).toBe(2);
  });

  it('a file or a directory this user may not write is told, in words, with 9', async () => {
    await (await here.up()).kill('SIGTERM');
    const isRoot = process.getuid?.() === 0;
    const nobody = 65_534;
    if (isRoot) {
      for (const path of [here.folder, here.data, ...readdirSync(here.data).map((it) => join(here.data, it))])
        chownSync(path, nobody, nobody);
    }
    const user = isRoot ? { uid: nobody, gid: nobody } : {};
    const looked = (): { readonly status: number | null; readonly stdout: string } =>
      spawnSync(AIP_HERMES, ['doctor', '--data', here.data], { ...user, cwd: '/', encoding: 'utf8' });
    chmodSync(join(here.data, 'log.db'), 0o400);
    const file = looked();
    expect(file.stdout).toMatch(/problem +writable +It can be read but not written \(SQLITE_READONLY\w*\)/);
    expect(file.status).toBe(9);
    chmodSync(here.data, 0o500);
    const folder = looked();
    chmodSync(here.data, 0o700);
    expect(folder.stdout).toMatch(/problem +directory +Nothing can be written to it by this user/);
    expect(folder.status).toBe(9);
  });
});

describe('--version', () => {
  it('names version and commit, and as JSON each by itself', async () => {
    const { lines, code } = await here.command(['--version']);
    expect([lines.length, code]).toEqual([1, 0]);
    const { values } = await here.command(['--version', '--json']);
    const { version, commit } = values[0] ?? {};
    expect(lines[0]).toBe(`${String(version)} (${String(commit)})`);
    expect(commit).toMatch(/^(?:[0-9a-f]{7}|unknown)$/);
  });
});
