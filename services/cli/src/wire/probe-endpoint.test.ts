import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { probeEndpoint, type ProbeRequest } from './probe-endpoint.js';

const KEY = 'canary-key-4711-0815';
const HEALTH = { status: 'ok', platform: 'hermes-agent', version: '0.19.0' };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

interface Served {
  readonly requests: IncomingMessage[];
  readonly probe: (more?: Partial<ProbeRequest>) => ReturnType<typeof probeEndpoint>;
}

/** A server whose health and capabilities are these; undefined: it never answers that. */
async function given(health: unknown, capabilities: unknown, date?: string, status = 200): Promise<Served> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const body = request.url === '/health' ? health : capabilities;
    if (date !== undefined) response.setHeader('date', date);
    if (request.url !== '/health') response.statusCode = status;
    if (body !== undefined) response.end(JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const probe: Served['probe'] = (more) =>
    probeEndpoint({ id: 'a', baseUrl, apiKey: KEY, secrets: [KEY], timeoutMs: 5_000, ...more });
  return { requests, probe };
}

describe('a look at an endpoint', () => {
  it('C4: reads health without the key and capabilities with it, and nothing else', async () => {
    const { requests, probe } = await given(HEALTH, { features: { run_stop: true } });
    const { answer, latencyMs, skew } = await probe();
    expect(answer).toEqual({
      kind: 'up',
      version: '0.19.0',
      features: { run_stop: true },
      keyAccepted: true,
    });
    expect(latencyMs).toBeGreaterThanOrEqual(0);
    expect(skew?.precisionMs).toBeGreaterThanOrEqual(500);
    const seen = requests.map(({ method, url, headers }) => [method, url, headers.authorization]);
    expect(seen).toEqual([
      ['GET', '/health', undefined],
      ['GET', '/v1/capabilities', `Bearer ${KEY}`],
    ]);
  });

  it('C4: without a key only health is read', async () => {
    const { requests, probe } = await given(HEALTH, {});
    expect((await probe({ apiKey: null })).answer).toEqual({ kind: 'no_key', version: '0.19.0' });
    expect(requests).toHaveLength(1);
  });

  it('C4: a refused key is told with the version; missing capabilities say nothing of the key', async () => {
    const refused = await given(HEALTH, {}, undefined, 401);
    expect((await refused.probe()).answer).toMatchObject({
      kind: 'unauthorised',
      identified: true,
      version: '0.19.0',
    });
    const old = await given(HEALTH, {}, undefined, 404);
    expect((await old.probe()).answer).toMatchObject({ kind: 'up', keyAccepted: false });
  });

  it('G13: health or capabilities that never come end at the time-out', async () => {
    for (const silent of [await given(undefined, {}), await given(HEALTH, undefined)]) {
      expect((await silent.probe({ timeoutMs: 50 })).answer).toEqual({ kind: 'late', timeoutMs: 50 });
    }
  });

  it.each([
    ['accepted', 200],
    ['refused', 401],
  ])('G10: the version is capped, printable and without the key: key %s', async (_, status) => {
    const version = `0.19\u001b[31m ${KEY} ${'x'.repeat(500)}`;
    const { probe } = await given({ ...HEALTH, version }, { features: {} }, undefined, status);
    const { answer } = await probe();
    const shown = 'version' in answer ? (answer.version ?? '') : '';
    expect(shown).toMatch(/^0\.19\ufffd\[31m \S+ x/);
    expect(shown).not.toContain(KEY);
    expect(shown.length).toBeLessThanOrEqual(64);
  });

  it('the clock of the other side is compared; a date that is none says nothing', async () => {
    const behind = new Date(Date.now() - 3_600_000).toUTCString();
    const { skew } = await (await given(HEALTH, {}, behind)).probe();
    expect(Math.abs((skew?.aheadMs ?? 0) + 3_600_000)).toBeLessThan(60_000);
    expect((await (await given(HEALTH, {}, 'yesterday')).probe()).skew).toBeNull();
  });
});
