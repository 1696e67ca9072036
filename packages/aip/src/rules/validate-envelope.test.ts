import { describe, expect, expectTypeOf, it } from 'vitest';
import { canonicalJson } from '../canonical/canonical-json.js';
import { examples } from '../fixtures/examples.js';
import type { Json, JsonObject } from '../json/json.js';
import type { Action } from '../messages/action.js';
import type { Envelope } from '../messages/envelope.js';
import { bodyKeyOf, MESSAGE_TYPES } from '../messages/message-type.js';
import { validateAction } from './validate-action.js';
import { validateEnvelope } from './validate-envelope.js';

const example = (file: string): JsonObject =>
  examples('valid').find((it) => it.file === file)!.value as JsonObject;
const envelope = example('envelope__action.json');
const action = example('action__minimal.json');
const withAction = (changes: JsonObject): Json => ({
  ...envelope,
  body: { action: { ...action, ...changes } },
});
const paths = (value: Json): readonly string[] => {
  const result = validateEnvelope(value);
  return result.kind === 'ok' ? [] : result.problems.map((it) => it.path);
};
const principal = { id: 'agent:a', kind: 'agent' };

describe('validateEnvelope', () => {
  it('returns the value itself, nothing dropped', () => {
    const value = { ...envelope, from: null, extensions: { other: [1] } };
    const result = validateEnvelope(value);
    expect(result.kind === 'ok' && result.envelope).toBe(value);
  });

  it('ties the body to the message type, also for the compiler', () => {
    const result = validateEnvelope(envelope);
    if (result.kind !== 'ok') throw new Error('invalid');
    expectTypeOf(result.envelope).toEqualTypeOf<Envelope>();
    expect(canonicalJson(result.envelope)).toContain('"aip_version":"1.0"');
    if (result.envelope.message_type !== 'aip.core.v1.action') throw new Error('other type');
    expectTypeOf(result.envelope.body.action).toEqualTypeOf<Action>();
    expectTypeOf<Action['delegation_chain']>().toExtend<readonly unknown[] | undefined>();
    expect(bodyKeyOf(MESSAGE_TYPES.event_stream)).toBe('event_stream');
  });

  it('names the member at fault, once and where it is', () => {
    expect(paths(withAction({ capability_id: 1, extra: 1 }))).toEqual([
      '/body/action/capability_id',
      '/body/action/extra',
    ]);
    expect(paths({ ...envelope, body: { action, ack: 1 } })).toContain('/body/ack');
    expect(paths({ ...envelope, body: {} })).toEqual(['/body']);
    expect(paths({ ...envelope, message_type: 'aip.core.v1.ack' })).toEqual(['/message_type']);
  });

  it('reports at most 16 problems of bounded length', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${'x'.repeat(9_999)}${i}`, i]));
    const result = validateEnvelope({ ...envelope, ...many });
    expect(result.kind === 'bad' && result.problems).toHaveLength(16);
    expect(JSON.stringify(result).length).toBeLessThan(16 * 400);
    const chain = withAction({
      identity: { oauth: { issuer: 'x', refresh_available: true, scopes: Array<string>(99).fill('') } },
    });
    expect(paths(chain)).toHaveLength(16);
  });

  it.each([1, 'text', null, [], true])('refuses %j', (value) => {
    expect(validateEnvelope(value)).toMatchObject({ kind: 'bad' });
  });

  it('C90: refuses a member named __proto__, passes it inside free JSON', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject;
    const named = Object.fromEntries([...Object.entries(envelope), ...Object.entries(hostile)]);
    expect(paths(named)).toEqual(['/__proto__']);
    expect(paths({ ...envelope, extensions: hostile })).toEqual([]);
  });

  it.each([
    ['sent_at', { ...envelope, sent_at: '2026-02-30T00:00:00Z' }, '/sent_at'],
    [
      'an expiry inside a grant',
      { ...envelope, from: { ...principal, delegated_authority: [{ principal_id: 'x', expires_at: 'x' }] } },
      '/from/delegated_authority/0/expires_at',
    ],
    [
      'a hop',
      withAction({ delegation_chain: [{ from: principal, to: principal, scope: 's', delegated_at: 'x' }] }),
      '/body/action/delegation_chain/0/delegated_at',
    ],
  ])('aip section 3: every typed timestamp is RFC 3339: %s', (_what, value, path) => {
    expect(paths(value)).toEqual([path]);
  });

  it.each([
    ['external_account', { id: ' ', system: 's' }, 'id'],
    ['external_account', { id: 'i', system: '' }, 'system'],
    ['external_user', { id: '\u0085', system: 's' }, 'id'],
    ['credential_ref', { id: 'i', issuer: '\u2003' }, 'issuer'],
    ['oauth', { issuer: '', refresh_available: false }, 'issuer'],
    ['oauth', { issuer: 'i', refresh_available: false, scopes: ['a', ' '] }, 'scopes/1'],
  ])('aip section 15: identity %s %j', (member, value, path) => {
    expect(paths(withAction({ identity: { [member]: value } }))).toEqual([
      `/body/action/identity/${member}/${path}`,
    ]);
  });

  it('aip section 15: a byte order mark is not blank, ten hops are allowed', () => {
    const hop = { from: principal, to: principal, scope: ' ', delegated_at: '2026-07-09T00:00:00Z' };
    expect(
      paths(
        withAction({ identity: { tenant: { id: '\ufeff' } }, delegation_chain: Array(10).fill(hop) as Json }),
      ),
    ).toEqual([]);
  });
});

describe('aip section 15: rules of other bodies', () => {
  const of = (file: string, key: keyof typeof MESSAGE_TYPES, changes: JsonObject): Json => ({
    ...envelope,
    message_type: MESSAGE_TYPES[key],
    body: { [key]: { ...example(file), ...changes } },
  });
  const request = example('approval_request__minimal.json');
  const decision = example('approval_decision__approved-minimal.json');

  it.each(['completed', 'failed', 'cancelled', 'requires_human'])(
    'a delegation that is %s has an outcome',
    (status) => {
      const bare = of('delegation_result__running.json', 'delegation_result', { status, result: null });
      expect(paths(bare)).toEqual(['/body/delegation_result']);
      const error = { code: 'x', message: 'x', category: 'permanent' };
      expect(paths(of('delegation_result__running.json', 'delegation_result', { status, error }))).toEqual(
        [],
      );
    },
  );

  it.each(['accepted', 'running'])('a delegation that is %s needs none', (status) => {
    expect(paths(of('delegation_result__running.json', 'delegation_result', { status }))).toEqual([]);
  });

  it('a failed result inside a delegation result is not checked again', () => {
    const result = { action_id: 'a', status: 'failed' };
    const changes = { status: 'failed', result };
    expect(paths(of('delegation_result__running.json', 'delegation_result', changes))).toEqual([]);
  });

  it('a delegated child is held to the rules of actions', () => {
    const child = { ...action, id: 'act_child', input: null };
    expect(
      paths(of('delegation_request__minimal.json', 'delegation_request', { child_action: child })),
    ).toEqual(['/body/delegation_request/child_action/input']);
  });

  it('an approval record is held to the rules of its request and decision', () => {
    const evidence = [{ id: ' ', kind: '', redacted: false }];
    const view = of('approval_record_view__pending.json', 'approval_record_view', {
      request: { ...request, evidence, identity: { tenant: { id: '' } } },
      decision: {
        ...decision,
        approval_id: request['id'] ?? null,
        evidence,
        constraints: [{ field: ' ', operator: ' ', value: null }],
      },
    });
    expect(paths(view).map((path) => path.replace('/body/approval_record_view', ''))).toEqual([
      '/request/evidence/0/id',
      '/request/evidence/0/kind',
      '/request/identity/tenant/id',
      '/decision/constraints/0/field',
      '/decision/constraints/0/operator',
      '/decision/evidence/0/id',
      '/decision/evidence/0/kind',
    ]);
  });
});

describe('validateAction', () => {
  it('aip section 15: applies the core rules to a bare action', () => {
    expect(validateAction(action)).toEqual({ kind: 'ok', action });
    const bad = {
      ...action,
      timeout_ms: 0,
      idempotency_key: '',
      transaction: { mode: 'commit', plan_id: null },
    };
    const result = validateAction(bad);
    expect(result.kind === 'bad' && result.problems.map((it) => it.path)).toEqual([
      '/idempotency_key',
      '/timeout_ms',
      '/transaction/plan_id',
    ]);
    expect(validateAction({ ...action, id: 7 })).toMatchObject({ kind: 'bad', problems: [{ path: '/id' }] });
  });
});
