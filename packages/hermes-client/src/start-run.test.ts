import { describe, expect, it } from 'vitest';
import type { StartRequest } from './client.js';
import type { StartOutcome } from './outcome.js';
import {
  answering,
  answeringJson,
  failing,
  scriptedTransport,
  silent,
  stalling,
  type Answer,
  type ScriptedTransport,
} from './testing/scripted-transport.js';
import { QUIET, TEST_KEY, testClient } from './testing/test-client.js';
import { TransportFailure, type TransportFailureReason, type TransportResponse } from './transport.js';

const START: StartRequest = {
  body: '{"input":"Grüße"}',
  idempotencyKey: 'k'.repeat(43),
  headers: {},
  timeoutMs: 20_000,
};

/** The last part of the time allowed, for an answer that is already here, milliseconds. */
const LAST_CHANCE_MS = 50;

async function* bodyOf(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  await Promise.resolve();
  yield Buffer.from(text);
}

async function start(answer: Answer, request: StartRequest = START): Promise<StartOutcome> {
  const transport = scriptedTransport(answer);
  const outcome = await testClient(transport).client.startRun(request, QUIET);
  expect(transport.requests.length).toBeLessThanOrEqual(1);
  expect(JSON.stringify(outcome)).not.toContain(TEST_KEY);
  return outcome;
}

const unknown = (httpStatus: number | null, runIdSeen: string | null = null): object => ({
  kind: 'unknown',
  httpStatus,
  runIdSeen,
  requestSent: true,
});

describe('the request', () => {
  it('G1: is one POST on a fresh connection, with the body byte for byte', async () => {
    const transport = scriptedTransport(answeringJson(202, { run_id: 'run_1' }));
    const headers = { Traceparent: '00-abc', 'X-Tenant': 't' };
    await testClient(transport).client.startRun({ ...START, headers }, QUIET);
    expect(transport.requests).toHaveLength(1);
    const [request] = transport.requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'http://127.0.0.1:8642/v1/runs',
      body: START.body,
      freshConnection: true,
    });
    expect(request?.headers).toEqual({
      authorization: `Bearer ${TEST_KEY}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'idempotency-key': START.idempotencyKey,
      'user-agent': 'aip-hermes-connector',
      traceparent: '00-abc',
      'x-tenant': 't',
    });
  });
});

describe('2xx', () => {
  it('S4: a run id that is one safe segment is accepted', async () => {
    expect(await start(answeringJson(202, { run_id: 'run_a1.-~', status: 'started' }))).toEqual({
      kind: 'accepted',
      runId: 'run_a1.-~',
      replayed: null,
    });
    expect(await start(answeringJson(200, { run_id: 'r'.repeat(512) }))).toMatchObject({ kind: 'accepted' });
  });

  it('S4: a replay is told by the body or by the header', async () => {
    const replayed = { run_id: 'run_1', replayed: true };
    expect(await start(answeringJson(202, replayed))).toMatchObject({ replayed: true });
    expect(await start(answeringJson(202, { ...replayed, replayed: false }))).toMatchObject({
      replayed: false,
    });
    const header = { 'idempotency-replayed': 'true' };
    expect(await start(answeringJson(202, { run_id: 'run_1' }, header))).toMatchObject({ replayed: true });
  });

  it('S5: a 2xx without run id is unknown', async () => {
    for (const body of ['{}', '{"run_id":null}', '{"run_id":""}', '{"run_id":[]}', '[]', 'null', '"run_1"']) {
      expect(await start(answering(202, body))).toMatchObject(unknown(202));
    }
  });

  it('C46: a run id that no URL can hold is unknown and kept as evidence', async () => {
    for (const id of [
      '../../health',
      'run_a/../../v1/models',
      'run_a?x=1#f',
      'run_a\0b',
      '.',
      '..',
      'a b',
      'ä',
      '%2e',
    ]) {
      expect(await start(answeringJson(202, { run_id: id }))).toMatchObject(unknown(202, id));
    }
    expect(await start(answeringJson(202, { run_id: 'a'.repeat(5000) }))).toMatchObject(
      unknown(202, `${'a'.repeat(512)} (cut)`),
    );
    expect(await start(answeringJson(202, { run_id: 12 }))).toMatchObject(unknown(202, '12 (a number)'));
    expect(await start(answering(202, '{"run_id":"\\ud83d"}'))).toMatchObject(unknown(202, '\ufffd'));
  });

  it('C46, C88: a number is no run id, also when it is too big to be exact', async () => {
    expect(await start(answering(202, '{"run_id":9007199254740993}'))).toMatchObject(
      unknown(202, '9007199254740993'),
    );
  });

  it('S6: an unreadable body is unknown', async () => {
    const cut = new TransportFailure('truncated', true, 'cut');
    expect(await start(answering(202, ['{"run_id":"run_1"', cut]))).toMatchObject(unknown(202));
    expect(await start(answering(202, ['{"run_id":"run_1"', '']))).toMatchObject(unknown(202));
    const notUtf8 = ['{"run_id":"run_1","x":"', Buffer.of(0xff), '"}'];
    expect(await start(answering(202, notUtf8))).toMatchObject(unknown(202));
    expect(await start(answering(202, '<html>run_1</html>'))).toMatchObject(unknown(202));
  });

  it('S6: a body over 16 MiB is unknown', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const body = [...Array.from({ length: 16 }, () => chunk), '{"run_id":"run_1"}'];
    expect(await start(answering(202, body))).toMatchObject(unknown(202));
  });

  it('C93: a body nested deep still gives its run id', async () => {
    const body = `{"run_id":"run_1","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(await start(answering(202, body))).toMatchObject({ kind: 'accepted', runId: 'run_1' });
  });
});

describe('4xx', () => {
  it('S3: is rejected with the provider’s words, capped', async () => {
    const error = { code: 'rate_limit_exceeded', message: 'é'.repeat(3000) };
    expect(await start(answeringJson(429, { error }, { 'retry-after': '3' }))).toEqual({
      kind: 'rejected',
      httpStatus: 429,
      providerCode: 'rate_limit_exceeded',
      providerMessage: 'é'.repeat(1024),
      retryAfterMs: 3000,
    });
  });

  it('S3: every 4xx is rejected, whatever its body says or whether it can be read', async () => {
    const cut = new TransportFailure('reset', true, 'cut');
    for (const body of [
      ['{"run_id":"run_1"}'],
      ['404: Not Found'],
      [''],
      ['{"error":', cut],
      ['{"error":{"code":5}}'],
    ]) {
      for (const status of [400, 401, 403, 404, 408, 409, 413, 499]) {
        expect(await start(answering(status, body))).toMatchObject({
          kind: 'rejected',
          httpStatus: status,
          providerCode: null,
          providerMessage: null,
        });
      }
    }
  });

  it('G10: a key that the provider repeats is masked', async () => {
    const error = { code: 'x', message: `Invalid key ${TEST_KEY}` };
    expect(await start(answeringJson(401, { error }))).toMatchObject({
      providerMessage: 'Invalid key [credential]',
    });
  });
});

describe('other statuses', () => {
  it('S6: 1xx, 3xx and 5xx are unknown', async () => {
    for (const status of [100, 101, 199, 300, 304, 500, 502, 503, 599]) {
      expect(await start(answering(status, 'x'))).toMatchObject(unknown(status));
    }
  });

  it('C54: a run id in a 5xx is evidence and never a binding', async () => {
    expect(await start(answeringJson(500, { run_id: 'run_1' }))).toMatchObject(unknown(500, 'run_1'));
    expect(await start(answeringJson(503, { run_id: 'run_1' }))).toMatchObject(unknown(503, 'run_1'));
  });

  it('C45: the target of a redirect is not repeated', async () => {
    const outcome = await start(answering(307, '', { location: 'http://127.0.0.1:9/steal?x=1' }));
    expect(outcome).toMatchObject(unknown(307));
    expect(JSON.stringify(outcome)).not.toContain('steal');
  });
});

describe('no answer', () => {
  it('S6: a transport failure is unknown and says whether a byte can have left', async () => {
    const cases: readonly [TransportFailureReason, boolean][] = [
      ['refused', false],
      ['dns', false],
      ['tls', false],
      ['connect_timeout', false],
      ['reset', true],
      ['protocol', true],
      ['truncated', true],
      ['local', true],
    ];
    for (const [reason, requestSent] of cases) {
      const failure = new TransportFailure(reason, requestSent, `authorization: Bearer ${TEST_KEY}`);
      expect(await start(failing(failure))).toMatchObject({ kind: 'unknown', requestSent, httpStatus: null });
    }
  });

  it('S6: an error of an unknown kind counts as sent', async () => {
    expect(await start(failing(new Error('boom')))).toMatchObject({ kind: 'unknown', requestSent: true });
  });

  it('S6, C31: silence is unknown after the time allowed, with what the transport knows of sending', async () => {
    for (const sent of [true, false]) {
      const { client, timers } = testClient(scriptedTransport(silent(sent)));
      const outcome = client.startRun(START, QUIET);
      expect(timers.pending()).toEqual([START.timeoutMs - LAST_CHANCE_MS]);
      timers.fire();
      expect(timers.pending()).toEqual([LAST_CHANCE_MS]);
      timers.fire();
      expect(await outcome).toMatchObject({
        kind: 'unknown',
        requestSent: sent,
        reason: 'no whole answer in the time allowed',
      });
      expect(timers.pending()).toEqual([]);
    }
  });

  it('S3, S5: the time-out during the body leaves a 4xx rejected and a 2xx unknown', async () => {
    for (const [status, kind] of [
      [400, 'rejected'],
      [202, 'unknown'],
    ] as const) {
      const { client, timers } = testClient(scriptedTransport(stalling(status, {}, '{"run_id":"run_1"')));
      const outcome = client.startRun(START, QUIET);
      await new Promise((done) => setImmediate(done));
      timers.fire();
      timers.fire();
      expect(await outcome).toMatchObject({ kind, httpStatus: status });
    }
  });

  it('S4: an answer that was there when the timer fired late counts (suspended machine)', async () => {
    let deliver: (response: TransportResponse) => void = () => undefined;
    const arrived = new Promise<TransportResponse>((resolve) => {
      deliver = resolve;
    });
    const { client, timers } = testClient(
      scriptedTransport((request) => Promise.race([arrived, silent(true)(request)])),
    );
    const outcome = client.startRun(START, QUIET);
    // The loop runs timers before it reads sockets.
    timers.fire();
    deliver({ status: 202, headers: {}, body: bodyOf('{"run_id":"run_1"}') });
    expect(await outcome).toMatchObject({ kind: 'accepted', runId: 'run_1' });
    expect(timers.pending()).toEqual([]);
  });

  it('S6: the caller’s abort ends the last chance too', async () => {
    const abort = new AbortController();
    const { client, timers } = testClient(scriptedTransport(silent(true)));
    const outcome = client.startRun(START, abort.signal);
    timers.fire();
    abort.abort();
    expect(await outcome).toMatchObject({ kind: 'unknown', requestSent: true });
    expect(timers.pending()).toEqual([]);
  });

  it('S6: an abort after sending is unknown', async () => {
    const abort = new AbortController();
    const { client, timers } = testClient(scriptedTransport(silent(true)));
    const outcome = client.startRun(START, abort.signal);
    abort.abort();
    expect(await outcome).toMatchObject({ kind: 'unknown', requestSent: true });
    expect(timers.pending()).toEqual([]);
  });
});

describe('not sent', () => {
  async function refused(request: StartRequest, signal: AbortSignal = QUIET): Promise<ScriptedTransport> {
    const transport = scriptedTransport(answeringJson(202, { run_id: 'run_1' }));
    const outcome = await testClient(transport).client.startRun(request, signal);
    expect(outcome).toMatchObject({ kind: 'not_sent' });
    expect(JSON.stringify(outcome)).not.toContain('größe');
    return transport;
  }

  it('S10, C49: a value that is no legal header is found before anything is sent', async () => {
    const bad: StartRequest[] = [
      { ...START, idempotencyKey: 'Bestellung-größe-№7-😀' },
      { ...START, idempotencyKey: '' },
      { ...START, headers: { 'x-tenant': 'größe-№' } },
      { ...START, headers: { 'x-tenant': 'a\r\nx: y' } },
      { ...START, headers: { 'bad name': 'a' } },
      { ...START, headers: { Authorization: 'Bearer other' } },
      { ...START, headers: { Origin: 'http://x' } },
    ];
    for (const request of bad) expect((await refused(request)).requests).toEqual([]);
  });

  it('S10: time used up, or given up, before sending', async () => {
    expect((await refused({ ...START, timeoutMs: 0 })).requests).toEqual([]);
    expect((await refused(START, AbortSignal.abort())).requests).toEqual([]);
  });

  it('S10: a local failure of the transport', async () => {
    expect(await start(failing(new TransportFailure('local', false, 'x')))).toMatchObject({
      kind: 'not_sent',
    });
  });
});
