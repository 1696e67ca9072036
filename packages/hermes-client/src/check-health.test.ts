import { describe, expect, it } from 'vitest';
import type { EndpointHealth } from './outcome.js';
import {
  answering,
  answeringJson,
  failing,
  scriptedTransport,
  silent,
} from './testing/scripted-transport.js';
import { QUIET, TEST_KEY, testClient } from './testing/test-client.js';
import { TransportFailure } from './transport.js';

const FEATURES = {
  run_submission: true,
  run_status: true,
  run_events_sse: true,
  run_stop: true,
  run_approval_response: true,
  approval_events: true,
};
const healthy = (version?: string): ReturnType<typeof answeringJson> =>
  answeringJson(200, { status: 'ok', platform: 'hermes-agent', version });
const capable = (features: object = FEATURES): ReturnType<typeof answeringJson> =>
  answeringJson(200, { features });

async function check(...answers: Parameters<typeof scriptedTransport>): Promise<EndpointHealth> {
  const health = await testClient(scriptedTransport(...answers)).client.checkHealth(QUIET);
  expect(JSON.stringify(health)).not.toContain(TEST_KEY);
  return health;
}

describe('requests', () => {
  it('C4: health goes without the key, capabilities with it', async () => {
    const transport = scriptedTransport(healthy('0.20.4'), capable());
    await testClient(transport).client.checkHealth(QUIET);
    const [health, capabilities] = transport.requests;
    expect(health?.url).toBe('http://127.0.0.1:8642/health');
    expect(health?.headers).not.toHaveProperty('authorization');
    expect(capabilities?.url).toBe('http://127.0.0.1:8642/v1/capabilities');
    expect(capabilities?.headers).toHaveProperty('authorization');
    expect(transport.requests).toHaveLength(2);
  });

  it('C4: a foreign server never sees the key', async () => {
    const transport = scriptedTransport(answeringJson(200, { status: 'ok', platform: 'webhook' }));
    expect(await testClient(transport).client.checkHealth(QUIET)).toMatchObject({ kind: 'foreign' });
    expect(transport.requests).toHaveLength(1);
  });
});

describe('up', () => {
  it('C4: a current release with all features needs no remark', async () => {
    const expected = { kind: 'up', version: '0.20.4', features: FEATURES, remarks: [] };
    expect(await check(healthy('0.20.4'), capable())).toEqual(expected);
  });

  it('C4: a release older than 0.19 is named; dev and later ones are not', async () => {
    for (const version of ['0.18.2', '0.9', 'v0.18']) {
      expect(await check(healthy(version), capable())).toMatchObject({
        remarks: [expect.stringContaining('older than 0.19') as string],
      });
    }
    expect(await check(healthy(), capable())).toMatchObject({
      version: null,
      remarks: [expect.stringContaining('no version') as string],
    });
    for (const version of ['0.19.0', '0.22.2.post1', '1.0.0', 'dev']) {
      expect(await check(healthy(version), capable())).toMatchObject({ version, remarks: [] });
    }
  });

  it('C4: each missing feature is said once', async () => {
    const health = await check(
      healthy('0.20.4'),
      capable({ ...FEATURES, run_stop: false, approval_events: undefined }),
    );
    expect(health).toMatchObject({ kind: 'up', remarks: [/run_stop/, /approval_events/].map(matching) });
  });

  it('C4: a server without the capabilities route is up, without features', async () => {
    const health = await check(healthy('0.19.0'), answering(404, '404: Not Found'));
    expect(health).toMatchObject({ kind: 'up', features: {} });
    expect(health.kind === 'up' && health.remarks).toHaveLength(6);
  });
});

describe('not up', () => {
  it('C4: a wrong key is unauthorised', async () => {
    for (const status of [401, 403]) {
      expect(await check(healthy('0.20.4'), answering(status, ''))).toMatchObject({ kind: 'unauthorised' });
    }
    expect(await check(answering(403, ''))).toMatchObject({ kind: 'unauthorised' });
  });

  it('C4: another program is foreign', async () => {
    for (const answer of [
      answering(404, 'x'),
      answering(200, '<html>'),
      answering(200, '[]'),
      answering(302, ''),
    ]) {
      expect(await check(answer)).toMatchObject({ kind: 'foreign' });
    }
  });

  it('C4: a server that cannot answer is down', async () => {
    const refused = failing(new TransportFailure('refused', false, 'x'));
    expect(await check(refused)).toEqual({
      kind: 'down',
      remark: 'Health cannot be read: the connection was refused.',
    });
    expect(await check(answering(503, ''))).toMatchObject({ kind: 'down' });
    expect(await check(healthy('0.20.4'), refused)).toMatchObject({ kind: 'down' });
    expect(await check(healthy('0.20.4'), answering(500, ''))).toMatchObject({ kind: 'down' });
    expect(await check(healthy('0.20.4'), answering(200, 'x'))).toMatchObject({ kind: 'down' });
  });

  it('C4: silence is down after the time-out', async () => {
    const { client, timers } = testClient(scriptedTransport(silent(true)));
    const health = client.checkHealth(QUIET);
    timers.fire();
    expect(await health).toMatchObject({ kind: 'down' });
  });
});

function matching(pattern: RegExp): string {
  return expect.stringMatching(pattern) as string;
}
