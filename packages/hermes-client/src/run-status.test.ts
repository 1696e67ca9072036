import { describe, expect, it } from 'vitest';
import type { StatusOutcome } from './outcome.js';
import {
  answering,
  answeringJson,
  failing,
  scriptedTransport,
  silent,
  stalling,
  type Answer,
} from './testing/scripted-transport.js';
import { QUIET, TEST_KEY, testClient } from './testing/test-client.js';
import { TransportFailure } from './transport.js';

async function status(answer: Answer): Promise<StatusOutcome> {
  const outcome = await testClient(scriptedTransport(answer)).client.readStatus('run_1', QUIET);
  expect(JSON.stringify(outcome)).not.toContain(TEST_KEY);
  return outcome;
}

describe('the request', () => {
  it('O8: is one GET of the run, under the base path', async () => {
    const transport = scriptedTransport(answeringJson(200, { status: 'running' }));
    await testClient(transport, undefined, 'http://127.0.0.1:8642/p/ops/').client.readStatus('run_1', QUIET);
    expect(transport.requests).toHaveLength(1);
    expect(transport.requests[0]).toMatchObject({
      method: 'GET',
      url: 'http://127.0.0.1:8642/p/ops/v1/runs/run_1',
      body: null,
      headers: { authorization: `Bearer ${TEST_KEY}` },
    });
  });

  it('C46: an id that is no path segment is never requested', async () => {
    const transport = scriptedTransport(answeringJson(200, { status: 'running' }));
    expect(await testClient(transport).client.readStatus('..', QUIET)).toMatchObject({ kind: 'not_found' });
    expect(transport.requests).toEqual([]);
  });
});

describe('outcomes', () => {
  it('O8: any status word is given on, with the whole document', async () => {
    const document = {
      object: 'hermes.run',
      status: 'word-of-tomorrow',
      usage: { total_tokens: 3 },
      x: null,
    };
    expect(await status(answeringJson(200, document))).toEqual({
      kind: 'status',
      status: document.status,
      document,
    });
  });

  it('O9: a JSON 404 and a page 404 are told apart', async () => {
    expect(await status(answeringJson(404, { error: { code: 'run_not_found' } }))).toMatchObject({
      kind: 'not_found',
      reason: expect.stringContaining('does not know this run') as string,
    });
    expect(await status(answering(404, '404: Not Found'))).toMatchObject({
      kind: 'not_found',
      reason: expect.stringContaining('not JSON') as string,
    });
  });

  it('O9: 3xx, 400, 401, 403, 429 and 5xx are transient', async () => {
    for (const httpStatus of [301, 400, 401, 403, 405, 429, 500, 502, 503]) {
      expect(await status(answering(httpStatus, 'x', { location: 'http://x/?y' }))).toEqual({
        kind: 'transient',
        reason: `HTTP ${httpStatus}`,
        httpStatus,
        retryAfterMs: null,
      });
    }
  });

  it('O9: Retry-After is read in seconds, capped; a date is not read', async () => {
    for (const [value, retryAfterMs] of [
      ['1', 1000],
      ['99999999999999999999', 3_600_000],
      ['Wed, 21 Oct 2026 07:28:00 GMT', null],
      ['-1', null],
      ['1.5', null],
      ['', null],
    ] as const) {
      expect(await status(answering(503, 'x', { 'retry-after': value }))).toMatchObject({ retryAfterMs });
    }
  });

  it('O9: a body that is no status document is transient', async () => {
    const cut = new TransportFailure('truncated', true, 'cut');
    const bodies = ['[]', '{"status":5}', '{}', '{"status":"run', '<html>', 'null', ''];
    for (const body of bodies)
      expect(await status(answering(200, body))).toMatchObject({ kind: 'transient' });
    expect(await status(answering(200, ['{"status":"running"}', cut]))).toMatchObject({ kind: 'transient' });
    const big = Array.from({ length: 17 }, () => Buffer.alloc(1024 * 1024, ' '));
    expect(await status(answering(200, [...big, '{"status":"running"}']))).toMatchObject({
      kind: 'transient',
    });
  });

  it('O9: a transport failure is transient', async () => {
    expect(await status(failing(new TransportFailure('refused', false, 'x')))).toEqual({
      kind: 'transient',
      reason: 'the connection was refused',
      httpStatus: null,
      retryAfterMs: null,
    });
  });

  it('C93: a document nested too deep keeps its status word', async () => {
    const text = `{"status":"completed","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(await status(answering(200, text))).toEqual({
      kind: 'status',
      status: 'completed',
      document: { status: 'completed', opaque: text },
    });
  });

  it('C93: of a document nested too deep the members that matter are kept, masked', async () => {
    const text = `{"x":${'['.repeat(200)}${']'.repeat(200)},"status":"completed","output":"is ${TEST_KEY}","y":1}`;
    expect(await status(answering(200, text))).toMatchObject({
      status: 'completed',
      document: { status: 'completed', output: 'is [credential]' },
    });
  });

  it('G13: of a document over 2 MiB the members that matter are kept, and it is said to be large', async () => {
    const output = 'o'.repeat(2 * 1024 * 1024);
    const usage = { total_tokens: 3 };
    const outcome = await status(answeringJson(200, { junk: [[1]], output, status: 'completed', usage }));
    expect(outcome).toMatchObject({ status: 'completed', large: true, document: { output, usage } });
    expect(outcome.kind === 'status' && Object.keys(outcome.document)).not.toContain('junk');
  });

  it('G13: a status word is cut, and of a large document no long member stays that only names something', async () => {
    const long = 'w'.repeat(3 * 1024 * 1024);
    expect(await status(answeringJson(200, { status: long, last_event: long, model: 'm' }))).toMatchObject({
      status: 'w'.repeat(256),
      document: expect.not.objectContaining({ last_event: expect.anything() as unknown }) as unknown,
    });
  });

  it('G13: a document of too many values keeps its word; one over 1 MiB is large, whatever it is', async () => {
    const many = `[${'0,'.repeat(600_000)}0]`;
    expect(await status(answering(200, `{"x":${many},"status":"running"}`))).toMatchObject({
      status: 'running',
      large: true,
    });
    expect(await status(answering(200, many))).toMatchObject({ kind: 'transient', large: true });
    expect(await status(answering(503, many))).toMatchObject({ kind: 'transient', large: true });
    expect(await status(answering(200, '{"status":"running"}'))).not.toHaveProperty('large');
  });

  it('S4, O8: a document about another run is not believed, however it is read', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    for (const body of [
      '{"status":"completed","run_id":"run_2"}',
      `{"status":"completed","run_id":"run_2","x":${deep}}`,
      '{"status":"completed","run_id":""}',
    ]) {
      expect(await status(answering(200, body))).toEqual({
        kind: 'transient',
        reason: 'the answer is about another run',
        httpStatus: 200,
        retryAfterMs: null,
      });
    }
    for (const own of ['"run_1"', 'null', '5', '{}']) {
      const body = `{"status":"completed","run_id":${own}}`;
      expect(await status(answering(200, body))).toMatchObject({ kind: 'status', status: 'completed' });
    }
  });

  it('C88, G10: big counters are text and a repeated key is masked', async () => {
    const text = `{"status":"failed","error":"${TEST_KEY}!","usage":{"total_tokens":9223372036854775809}}`;
    expect(await status(answering(200, text))).toMatchObject({
      document: { error: '[credential]!', usage: { total_tokens: '9223372036854775809' } },
    });
  });
});

describe('time', () => {
  it('O9: the head has a time-out', async () => {
    const { client, timers } = testClient(scriptedTransport(silent(true)));
    const outcome = client.readStatus('run_1', QUIET);
    expect(timers.pending()).toEqual([30_000]);
    timers.fire();
    expect(await outcome).toMatchObject({ kind: 'transient', reason: 'no whole answer in the time allowed' });
  });

  it('O9: the whole body has a time-out of its own', async () => {
    const { client, timers } = testClient(scriptedTransport(stalling(200, {}, '{"status":')));
    const outcome = client.readStatus('run_1', QUIET);
    await new Promise((done) => setImmediate(done));
    expect(timers.pending()).toEqual([30_000]);
    timers.fire();
    expect(await outcome).toMatchObject({ kind: 'transient' });
    expect(timers.pending()).toEqual([]);
  });

  it('O9: a transport that ends the body quietly when aborted does not make it whole', async () => {
    const answer: Answer = (request) => ({
      status: 200,
      headers: {},
      body: quietlyEnding('{"status":"completed"}', request.signal),
    });
    const { client, timers } = testClient(scriptedTransport(answer));
    const outcome = client.readStatus('run_1', QUIET);
    await new Promise((done) => setImmediate(done));
    timers.fire();
    expect(await outcome).toMatchObject({ kind: 'transient' });
  });
});

async function* quietlyEnding(
  text: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(text);
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
