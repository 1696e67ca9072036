import { DEFAULT_POLICY } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import type { EndpointProbe, ProbeAnswer } from '../wire/probe-endpoint.js';
import type { Check } from './check.js';
import { endpointChecks, type EndpointCase } from './endpoint-checks.js';

const CONFIGURED = { tenant: null, policy: DEFAULT_POLICY, inputBytes: 901_120 };
const FEATURES = {
  run_submission: true,
  run_status: true,
  run_events_sse: true,
  run_stop: true,
  run_approval_response: true,
  approval_events: true,
};

const up = (features: object = FEATURES, keyAccepted = true): ProbeAnswer => ({
  kind: 'up',
  version: '0.19.0',
  features: { ...features },
  keyAccepted,
});

function checks(answer: ProbeAnswer, more: Partial<EndpointCase & EndpointProbe> = {}): readonly Check[] {
  const { skew = null, latencyMs = 12, baseUrl = 'http://127.0.0.1:8642', configured = CONFIGURED } = more;
  return endpointChecks({ id: 'a', baseUrl, configured, probe: { answer, latencyMs, skew } });
}

const named = (list: readonly Check[], name: string): Check | undefined =>
  list.find(({ check }) => check === name);
const stateOf = (list: readonly Check[], name: string): unknown => named(list, name)?.state;
const states = (list: readonly Check[]): readonly string[] =>
  list
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, unreachable }) => `${check} ${state} ${unreachable}`);

describe('what an endpoint answered', () => {
  it('C4: one that is up, with everything listed and a good key, is all ok', () => {
    const found = checks(up());
    expect(states(found)).toEqual([]);
    expect(found.every(({ endpoint_id, area }) => endpoint_id === 'a' && area === 'endpoint')).toBe(true);
    expect(named(found, 'run_events_sse')?.text).toMatch(/live chunks/);
    expect(named(found, 'key')?.facts).toEqual({ accepted: true });
  });

  it.each<[string, ProbeAnswer, readonly string[]]>([
    ['down', { kind: 'down', remark: 'r' }, ['reachable problem true']],
    ['late', { kind: 'late', timeoutMs: 2_000 }, ['reachable problem true']],
    ['another program', { kind: 'foreign', remark: 'r' }, ['reachable problem false']],
    [
      'a refused key',
      { kind: 'unauthorised', remark: 'r', identified: true, version: '0.19.0' },
      ['key problem false'],
    ],
    ['no key known', { kind: 'no_key', version: '0.19.0' }, []],
    ['nothing that needs the key', up(FEATURES, false), ['key warning false']],
  ])('C4: %s', (_, answer, expected) => {
    expect(states(checks(answer))).toEqual(expected);
  });

  it('every finding that is not ok says what to do, unless the words of the other side do', () => {
    const found = [
      ...checks(up({}), { baseUrl: 'http://192.0.2.1' }),
      ...checks({ kind: 'down', remark: 'r' }),
      ...checks({ kind: 'unauthorised', remark: 'r', identified: false, version: null }),
    ];
    expect(found.filter(({ state, action }) => state !== 'ok' && action === null)).toEqual([]);
    expect(found.filter(({ state, action }) => state === 'ok' && action !== null)).toEqual([]);
  });
});

describe('features', () => {
  it.each(Object.keys(FEATURES))('C4: without %s its consequence is told', (name) => {
    const found = checks(up({ ...FEATURES, [name]: false }));
    const isNeeded = ['run_submission', 'run_status'].includes(name);
    expect(states(found)).toEqual([`${name} ${isNeeded ? 'problem' : 'warning'} false`]);
    expect(named(found, name)?.text).toMatch(/^Not listed: /);
  });

  it.each<[unknown, object, boolean]>([
    [undefined, { listed: false, durable: false }, false],
    [{ supported: true, durable: false }, { listed: true, durable: false }, true],
    [{ supported: true, durable: true }, { listed: true, durable: true }, true],
    [{ supported: false, durable: true }, { listed: false, durable: false }, false],
  ])(
    'C4: runs_idempotency %j is told, never a fault, and shows whether questions have ids',
    (value, facts, ids) => {
      const found = checks(up({ ...FEATURES, runs_idempotency: value }));
      expect(named(found, 'runs_idempotency')).toMatchObject({ state: 'ok', facts });
      expect(named(found, 'approval_request_id')?.facts).toEqual({ supported: ids });
    },
  );
});

describe('release', () => {
  it.each([
    [null, 'warning', /older than 0\.17/],
    ['0.18.2', 'warning', /older than 0\.19/],
    ['0.19.0', 'ok', /0\.19 to 0\.20/],
    ['v0.20.6', 'ok', /0\.19 to 0\.20/],
    ['0.21.5', 'ok', /0\.21/],
    ['0.22.2.post1', 'ok', /from 0\.22/],
    ['0.23.0', 'ok', /newer than/],
    ['1.0.0', 'ok', /newer than/],
    ['dev', 'ok', /no release number/],
  ])('C4: version %j is %s', (version, state, text) => {
    const found = checks({ kind: 'no_key', version });
    expect(named(found, 'release')).toMatchObject({ state, text: expect.stringMatching(text) as string });
  });
});

describe('address and policy', () => {
  it.each([
    ['https://hermes.example', 'ok'],
    ['http://127.0.0.1:8642/p/x', 'ok'],
    ['http://[::1]:1', 'ok'],
    ['http://localhost:1', 'ok'],
    ['http://hermes.example', 'warning'],
    ['http://127.0.0.1.example', 'warning'],
  ])('10: %s is %s', (baseUrl, state) => {
    expect(stateOf(checks(up(), { baseUrl }), 'address')).toBe(state);
  });

  it.each([
    [901_120, /901120 bytes of input \(1048576 configured/],
    [1_048_576, /, 1048576 bytes of input,/],
  ])('I8: %i bytes of input in effect are told', (inputBytes, text) => {
    const found = named(checks(up(), { configured: { ...CONFIGURED, inputBytes } }), 'policy');
    expect(found?.text).toMatch(text);
  });

  it('more runs at once than Hermes takes by default is told', () => {
    const policy = { ...DEFAULT_POLICY, max_concurrent_runs: 11 };
    expect(states(checks(up(), { configured: { ...CONFIGURED, policy } }))).toEqual([
      'concurrency warning false',
    ]);
  });
});

describe('clock', () => {
  it.each([
    [0, 500, 'ok'],
    [5_400, 500, 'ok'],
    [5_600, 500, 'warning'],
    [-9_000, 500, 'warning'],
    [-9_000, 5_000, 'ok'],
  ])('%i ms ahead, known to %i ms, is %s', (aheadMs, precisionMs, state) => {
    expect(stateOf(checks(up(), { skew: { aheadMs, precisionMs } }), 'clock')).toBe(state);
  });
});
