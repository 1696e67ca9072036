import { gzipSync } from 'node:zlib';
import { TransportFailure, type TransportResponse } from '@aip-hermes/hermes-client';
import { afterEach, describe, expect, it } from 'vitest';
import type { Profile, Route } from '../file/scenario.js';
import { ScriptedProvider, type KillableTransport } from './scripted-provider.js';
import { SocketServer } from './socket-server.js';

type Kind = 'memory' | 'sockets';
const KINDS: readonly Kind[] = ['memory', 'sockets'];

const START: Route = { on: 'POST /v1/runs', reply: { status: 202, json: { run_id: '$run' } } };
const time = {
  monotonic: () => performance.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

interface Ready {
  readonly provider: ScriptedProvider;
  readonly transport: KillableTransport;
  readonly call: (
    on: string,
    more?: { body?: string; headers?: Record<string, string>; signal?: AbortSignal; fresh?: boolean },
  ) => Promise<TransportResponse>;
}

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function ready(
  kind: Kind,
  routes: readonly Route[],
  more: { profile?: Profile; files?: ReadonlyMap<string, Uint8Array>; idleCloseMs?: number } = {},
): Promise<Ready> {
  const sockets =
    kind === 'sockets' ? await SocketServer.listen({ time, idleCloseMs: more.idleCloseMs }) : null;
  if (sockets !== null) opened.push(sockets);
  const origin = sockets?.origin ?? 'http://127.0.0.1:1';
  const { profile = 'C', files = new Map() } = more;
  const provider = new ScriptedProvider({ routes, profile, files, seed: 1, time, origin, sockets });
  const transport = provider.transport('i1');
  opened.push(transport);
  return {
    provider,
    transport,
    call: (on, { body, headers = {}, signal = new AbortController().signal, fresh = false } = {}) => {
      const [method = '', path = ''] = on.split(' ');
      const url = path.startsWith('http') ? path : `${origin}${path}`;
      const post = method === 'POST';
      return transport.request({
        method: post ? 'POST' : 'GET',
        url,
        headers,
        body: post ? (body ?? '{}') : null,
        freshConnection: fresh,
        signal,
      });
    },
  };
}

async function pieces(response: TransportResponse): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const chunk of response.body) all.push(Buffer.from(chunk).toString());
  return all;
}

const text = async (response: TransportResponse): Promise<string> => (await pieces(response)).join('');
const json = async (response: TransportResponse): Promise<Record<string, unknown>> =>
  JSON.parse(await text(response)) as Record<string, unknown>;

async function started({ call }: Ready): Promise<string> {
  return String((await json(await call('POST /v1/runs')))['run_id']);
}

async function failure(promise: Promise<unknown>): Promise<TransportFailure | null> {
  try {
    await promise;
    return null;
  } catch (error) {
    if (error instanceof TransportFailure) return error;
    throw error;
  }
}

describe.each(KINDS)('a scripted provider over %s', (kind) => {
  it('gives runs ids of their own and finds them by path; run, nth and replies with times', async () => {
    const status = (word: string): { status: number; json: { status: string; run_id: string } } => ({
      status: 200,
      json: { status: word, run_id: '$run' },
    });
    const it_ = await ready(kind, [
      START,
      { on: 'GET /v1/runs/{id}', run: 2, nth: 2, reply: status('second of two') },
      { on: 'GET /v1/runs/{id}', run: 2, reply: status('two') },
      { on: 'GET /v1/runs/{id}', replies: [{ ...status('a'), times: 2 }, status('b')] },
    ]);
    const [one, two] = [await started(it_), await started(it_)];
    expect(one).toMatch(/^run_[0-9a-f]{32}$/);
    const words: unknown[] = [];
    for (const id of [one, one, two, two, two, one, one]) {
      const body = await json(await it_.call(`GET /v1/runs/${id}`));
      expect(body['run_id']).toBe(id);
      words.push(body['status']);
    }
    expect(words).toEqual(['a', 'a', 'two', 'second of two', 'two', 'b', 'b']);
  });

  it('when: calls and frames of the run; a chunk that waits for a call; repeat, burst, text, file and pad', async () => {
    const delta = { event: { event: 'message.delta', run_id: '$run', delta: 'a' } };
    const state = (word: string) => ({ status: 200, json: { status: word } });
    const files = new Map([['body.sse', Buffer.from(': $run stays\n\n')]]);
    const it_ = await ready(
      kind,
      [
        START,
        { on: 'POST /v1/runs/{id}/approval', reply: state('resolved') },
        {
          on: 'GET /v1/runs/{id}/events',
          reply: {
            status: 200,
            chunks: [
              { ...delta, repeat: 2 },
              { waitFor: 'approval-calls', count: 1 },
              { ...delta, burst: 2, pad: { member: 'delta', char: 'x', count: 3 } },
              { text: ': $run\n\n' },
              { file: 'body.sse' },
            ],
          },
        },
        { on: 'GET /v1/runs/{id}', when: { framesSent: '<3', approvalCalls: 0 }, reply: state('asks') },
        { on: 'GET /v1/runs/{id}', when: { approvalCalls: '>=1', framesSent: 4 }, reply: state('goes on') },
      ],
      { files },
    );
    const id = await started(it_);
    const status = async (): Promise<unknown> => (await json(await it_.call(`GET /v1/runs/${id}`)))['status'];
    const stream = pieces(await it_.call(`GET /v1/runs/${id}/events`, { fresh: true }));
    expect(await status()).toBe('asks');
    await text(await it_.call(`POST /v1/runs/${id}/approval`));
    const frame = (value: string): string =>
      `data: {"event":"message.delta","run_id":"${id}","delta":"${value}"}\n\n`;
    expect(await stream).toEqual([
      frame('a'),
      frame('a'),
      frame('xxx').repeat(2),
      `: ${id}\n\n`,
      ': $run stays\n\n',
    ]);
    expect(await status()).toBe('goes on');
    expect(it_.provider.problems).toEqual([]);
  });

  it('what answers nothing, is not as expected or goes elsewhere is told', async () => {
    const checks: Route = {
      on: 'GET /v1/models',
      expectHeader: { 'x-a': '/a+/', 'x-b': 'b' },
      forbidHeader: ['x-c'],
      reply: { status: 200, json: {} },
    };
    const body: Route = {
      on: 'POST /v1/runs',
      expectJson: { a: { b: 1 } },
      expectJsonAbsent: ['z'],
      reply: { status: 202, json: { run_id: '$run' } },
    };
    const { provider, call } = await ready(kind, [checks, body]);
    await text(await call('GET /v1/models', { headers: { 'x-a': 'aa', 'x-b': 'b' } }));
    await text(await call('POST /v1/runs', { body: '{"a":{"b":1,"c":2}}' }));
    expect(provider.problems).toEqual([]);
    await text(await call('GET /v1/models', { headers: { 'x-a': 'ab', 'x-c': '' } }));
    await text(await call('POST /v1/runs', { body: '{"a":{"b":2},"z":0}' }));
    const lost = await call('GET /v1/toolsets');
    expect([lost.status, await text(lost)]).toEqual([404, '404: Not Found']);
    expect(provider.problems.map((problem) => problem.replace(/^.*?: /u, '').slice(0, 24))).toEqual([
      'header x-a is not /a+/',
      'has no header x-b',
      'carries header x-c',
      expect.stringContaining('its body {"a":{"b":2},'),
      'its body has the member ',
      'no route answers GET /v1',
    ]);
    expect((await failure(call('GET http://127.0.0.1:9/steal')))?.reason).toBe('refused');
    expect(provider.elsewhere).toEqual(['http://127.0.0.1:9/steal']);
  });

  it('health, capabilities and models are those of the profile unless a route answers', async () => {
    const { call } = await ready(kind, [{ on: 'GET /health', nth: 2, reply: { status: 503 } }], {
      profile: 'A',
    });
    expect(await json(await call('GET /health'))).toEqual({
      status: 'ok',
      platform: 'hermes-agent',
      version: '0.18.2',
    });
    expect((await call('GET /health')).status).toBe(503);
    expect(await json(await call('GET /v1/capabilities'))).not.toHaveProperty('features.run_steer');
    expect((await call('GET /v1/models')).status).toBe(200);
  });

  it.each([
    ['refused', 'refused'],
    ['dns-failure', 'dns'],
    ['tls-failure', 'tls'],
  ] as const)('connect %s reaches nobody and counts as no request', async (connect, reason) => {
    const replies = [{ connect }, { status: 200, json: {} }];
    const { provider, call } = await ready(kind, [{ on: 'GET /health', replies }]);
    expect(await failure(call('GET /health'))).toMatchObject({ reason, requestSent: false });
    expect((await call('GET /health')).status).toBe(200);
    expect(provider.count('GET /health')).toBe(1);
  });

  it.each<[string, Route['reply'], string]>([
    ['no byte, then the end', { readBody: true }, 'reset'],
    ['no byte, then a reset', { readBody: true, end: 'reset' }, 'reset'],
    ['half a head', { rawHex: Buffer.from('HTTP/1.1 202 A\r\nX-').toString('hex'), end: 'reset' }, 'reset'],
    ['no HTTP', { rawHex: Buffer.from('SSH-2.0\r\n').toString('hex') }, 'reset'],
  ])('S6: %s is a failure after the request was sent', async (_, reply, reason) => {
    const { provider, call } = await ready(kind, [{ on: 'POST /v1/runs', ...(reply && { reply }) }]);
    expect(await failure(call('POST /v1/runs', { fresh: true }))).toMatchObject({
      reason,
      requestSent: true,
    });
    expect(provider.count('POST /v1/runs')).toBe(1);
  });

  it.each<[string, NonNullable<Route['reply']>]>([
    ['a body shorter than its length', { status: 202, headers: { 'content-length': '80' }, text: '{"run' }],
    ['a body and a reset', { status: 202, text: '{"run', end: 'reset' }],
    ['a stream and a reset', { status: 200, chunks: [{ text: ': a\n\n' }], end: 'reset' }],
    ['cut-off gzip', { status: 200, headers: { 'content-encoding': 'gzip' }, chunks: [{ file: 'cut.gz' }] }],
  ])('%s breaks while the body is read', async (_, reply) => {
    const files = new Map([['cut.gz', gzipSync('data: a\n\n').subarray(0, 20)]]);
    const { call } = await ready(kind, [{ on: 'POST /v1/runs', reply }], { files });
    const response = await call('POST /v1/runs', { fresh: true });
    expect((await failure(pieces(response)))?.reason).toBe('truncated');
  });

  it('S6: bytes of an answer as they stand', async () => {
    const rawHex = Buffer.from('HTTP/1.1 201 Odd\r\nX-A: b\r\nContent-Length: 2\r\n\r\nok').toString('hex');
    const { call } = await ready(kind, [{ on: 'POST /v1/runs', reply: { rawHex } }]);
    const response = await call('POST /v1/runs');
    expect([response.status, response.headers['x-a'], await text(response)]).toEqual([201, 'b', 'ok']);
  });

  it('gzip is decoded as it comes; numbers grow with every use', async () => {
    const files = new Map([['whole.gz', gzipSync('data: a\n\n')]]);
    const { call } = await ready(
      kind,
      [
        {
          on: 'GET /z',
          reply: { status: 200, headers: { 'content-encoding': 'gzip' }, chunks: [{ file: 'whole.gz' }] },
        },
        { on: 'GET /n', reply: { status: 200, json: { n: 5, m: 5 }, increment: ['n'] } },
      ],
      { files },
    );
    expect(await text(await call('GET /z'))).toBe('data: a\n\n');
    expect([await json(await call('GET /n')), await json(await call('GET /n'))]).toEqual([
      { n: 5, m: 5 },
      { n: 6, m: 5 },
    ]);
  });

  it('C22: streams with a shared list get its chunks in turn', async () => {
    const chunks = [1, 2, 3, 4].flatMap((number) => [{ waitMs: 30 }, { text: `${number}` }]);
    const it_ = await ready(kind, [
      START,
      { on: 'GET /v1/runs/{id}/events', sharedQueue: true, reply: { status: 200, chunks } },
    ]);
    const id = await started(it_);
    const path = `GET /v1/runs/${id}/events`;
    const streams = [await it_.call(path, { fresh: true }), await it_.call(path, { fresh: true })];
    expect(await Promise.all(streams.map(pieces))).toEqual([
      ['1', '3'],
      ['2', '4'],
    ]);
  });

  it('an aborted exchange ends at once; a killed process hears nothing more', async () => {
    const it_ = await ready(kind, [{ on: 'GET /v1/models', reply: { status: 200, text: 'x', end: 'open' } }]);
    const given = new AbortController();
    const response = await it_.call('GET /v1/models', { signal: given.signal });
    const reading = failure(pieces(response));
    given.abort();
    expect((await reading)?.reason).toBe('aborted');
    const later = pieces(await it_.call('GET /v1/models')).then(() => 'heard');
    it_.transport.kill();
    const silence = new Promise((resolve) => setTimeout(() => resolve('silence'), 30));
    expect(await Promise.race([later, silence])).toBe('silence');
    await expect.poll(() => it_.provider.openSockets).toBe(0);
  });
});

describe('a scripted server', () => {
  it('C43: closes a kept connection that was idle for its time, not before', async () => {
    const { provider, call } = await ready('sockets', [], { idleCloseMs: 60 });
    await text(await call('GET /health'));
    expect(provider.openSockets).toBe(1);
    await expect.poll(() => provider.openSockets).toBe(0);
  });

  it('keepAlive false closes after the answer', async () => {
    const reply = { status: 200, json: {}, keepAlive: false };
    const { provider, call } = await ready('sockets', [{ on: 'GET /health', reply }]);
    await text(await call('GET /health'));
    await expect.poll(() => provider.openSockets).toBe(0);
  });
});
