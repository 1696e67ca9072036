import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HermesClientConfigurationError } from './configuration-error.js';
import { createHermesClient } from './create-hermes-client.js';
import { answeringJson, scriptedTransport } from './testing/scripted-transport.js';
import { manualTimers } from './testing/manual-timers.js';
import { QUIET, TEST_KEY, testClient } from './testing/test-client.js';

const transport = scriptedTransport(answeringJson(200, { status: 'running' }));
const options = { endpointId: 'hermes-a', transport, timers: manualTimers() };

describe('createHermesClient', () => {
  it('G10: printing the client shows no key', () => {
    const { client } = testClient(transport);
    const printed = [inspect(client, { depth: 10, showHidden: true }), JSON.stringify(client)];
    expect(printed.join()).not.toContain(TEST_KEY);
  });

  it('G10: a key that no header can carry is refused without being repeated', () => {
    for (const apiKey of ['', 'secret\nkey', 'schlüssel-№']) {
      const create = (): unknown => createHermesClient({ ...options, apiKey, baseUrl: 'http://127.0.0.1' });
      expect(create).toThrow(HermesClientConfigurationError);
      expect(create).not.toThrow(/secret|schlüssel/);
    }
  });

  it('C4: a base URL that can never work is refused without being repeated', () => {
    const bases = ['', 'x', 'ftp://h', 'http://user:pa55@h', 'http://h?key=pa55', 'http://h#pa55', 'http://'];
    for (const baseUrl of bases) {
      const create = (): unknown => createHermesClient({ ...options, apiKey: TEST_KEY, baseUrl });
      expect(create).toThrow(HermesClientConfigurationError);
      expect(create).not.toThrow(/pa55/);
    }
  });

  it('hermes 1.1: a bare origin and a profile path both work, with and without a last slash', async () => {
    for (const [baseUrl, url] of [
      ['http://127.0.0.1:8642', 'http://127.0.0.1:8642/v1/runs/run_1'],
      ['http://127.0.0.1:8642/', 'http://127.0.0.1:8642/v1/runs/run_1'],
      ['https://hermes.example/p/ops', 'https://hermes.example/p/ops/v1/runs/run_1'],
      ['https://hermes.example/p/ops//', 'https://hermes.example/p/ops/v1/runs/run_1'],
    ] as const) {
      const own = scriptedTransport(answeringJson(200, { status: 'running' }));
      await testClient(own, undefined, baseUrl).client.readStatus('run_1', QUIET);
      expect(own.requests[0]?.url).toBe(url);
    }
  });
});
