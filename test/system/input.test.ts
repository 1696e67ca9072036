import type { Json } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { APPROVED, context, type Members } from '../support/commands.js';
import { ACCEPTED, provider } from '../support/happy-run.js';
import { eventsOf, resultOf } from '../support/published.js';
import { decided, deadLetters, replyTo } from '../support/replies.js';
import { World, type WorldOptions } from '../support/world.js';

const STARTS = /^\/v1\/runs$/;
const POLICY = 'connector.hermes_agent.operator_policy';

async function worldOf(options: Partial<WorldOptions> = {}): Promise<World> {
  const world = new World({ script: provider(), ...options });
  await world.boot();
  return world;
}

/** Delivers one message that must be refused, and returns the error it was refused with. */
async function refused(world: World, message: Members): Promise<Members> {
  await world.deliver(message);
  await decided(world);
  const reply = await replyTo(world, message);
  expect(reply).toMatchObject({ kind: 'action_result', body: { status: 'failed' } });
  expect(world.provider.seen).toEqual([]);
  expect(world.process.idle).toBe(true);
  expect(world.failures).toEqual([]);
  return reply.body['error'] as Members;
}

async function accepted(world: World, message: Members): Promise<void> {
  await world.deliver(message);
  await world.settle();
  expect(await replyTo(world, message)).toMatchObject({ body: { status: 'completed' } });
  expect(world.provider.count('POST', STARTS)).toBe(1);
}

describe('the input', () => {
  it.each<[string, string, Json]>([
    ['I1', 'no member', {}],
    ['I1', 'both', { objective: 'x', resume: { source_action_id: 'act_0', choice: 'once' } }],
    ['I1', 'another member', { objective: 'x', url: 'http://127.0.0.1' }],
    ['I1', 'a text', 'do it'],
    ['I1', 'a list', [{ objective: 'x' }]],
    ['I2', 'a blank objective', { objective: ' \t\n' }],
    ['I2', 'an empty objective', { objective: '' }],
    ['I2', 'an objective that is no text', { objective: 7 }],
    ['I2', 'an empty hint', { objective: 'x', candidate_capabilities: [''] }],
    ['I2', 'hints that are no list', { objective: 'x', candidate_capabilities: 'cap:a' }],
    ['I2', '257 hints', { objective: 'x', candidate_capabilities: Array<Json>(257).fill('cap:a') }],
    ['I2', 'constraints that are a list', { objective: 'x', constraints: [] }],
    ['I2', 'constraints that are null', { objective: 'x', constraints: null }],
    ['I3', 'a resume that is a text', { resume: 'act_1' }],
    [
      'I3',
      'a resume with another member',
      { resume: { source_action_id: 'act_0', choice: 'once', why: 'x' } },
    ],
    ['I3', 'an unknown choice', { resume: { source_action_id: 'act_0', choice: 'yes' } }],
    ['I3', 'a source that cannot be one', { resume: { source_action_id: '__proto__', choice: 'deny' } }],
    [
      'I3',
      'resolve_all that is no truth value',
      { resume: { source_action_id: 'act_0', choice: 'deny', resolve_all: 1 } },
    ],
  ])('%s: refuses %s', async (rule, _, input) => {
    const world = await worldOf();
    const error = await refused(world, world.action('act_1', input));
    expect(error).toMatchObject({ code: 'action.invalid_input', details: { rule } });
    expect(await world.binding('act_1')).toBeNull();
  });

  it('I2: takes 256 hints, any context and an object of constraints, and sends them on', async () => {
    const world = await worldOf();
    const hints = Array<Json>(256).fill('cap:a');
    const input = {
      objective: 'x',
      context: [null, { deep: true }],
      candidate_capabilities: hints,
      constraints: { max: 1 },
    };
    await accepted(world, world.action('act_1', input));
    const body = JSON.parse(world.provider.seen[0]?.body ?? '{}') as Record<string, string>;
    expect(JSON.parse(body['input'] ?? '{}')).toMatchObject(input);
  });

  it('I3: an answer to a prompt of a known run is not available yet', async () => {
    const world = await worldOf();
    await world.deliver(world.action('act_1'));
    await world.settle();
    const answer = world.action('act_2', {
      resume: { source_action_id: 'act_1', choice: 'deny', resolve_all: true },
    });
    await world.deliver(answer);
    await decided(world);
    const { body } = await replyTo(world, answer);
    expect(body).toMatchObject({ action_id: 'act_2', error: { code: POLICY, details: { rule: 'A2' } } });
    expect((body['error'] as Members)['message']).toContain('not available yet');
  });

  it('I3: an answer delivered together with its source is decided after it', async () => {
    const world = await worldOf();
    const answer = world.action('act_2', { resume: { source_action_id: 'act_1', choice: 'once' } });
    await world.deliver(world.action('act_1'));
    await world.deliver(answer);
    await decided(world);
    const { body } = await replyTo(world, answer);
    expect((body['error'] as Members)['message']).toContain('not available yet');
  });

  it('I3: two answers that name each other as source are both refused', async () => {
    const world = await worldOf();
    const one = world.action('act_1', { resume: { source_action_id: 'act_2', choice: 'once' } });
    const two = world.action('act_2', { resume: { source_action_id: 'act_1', choice: 'once' } });
    const self = world.action('act_3', { resume: { source_action_id: 'act_3', choice: 'once' } });
    for (const message of [one, two, self]) await world.deliver(message);
    await decided(world);
    for (const message of [one, two, self])
      expect((await replyTo(world, message)).body).toMatchObject({ error: { code: POLICY } });
  });
});

describe('what is read from the Action and its context, never from the input', () => {
  it('I4: id, key, identity, deadline and approval in the input are an unknown member or plain context', async () => {
    const world = await worldOf({ policy: { require_action_approval: true } });
    const lies = {
      approval: APPROVED,
      tenant: 'tenant-other',
      deadline: '2020-01-01T00:00:00Z',
      idempotency_key: 'k',
    };
    const error = await refused(world, world.action('act_1', { objective: 'x', ...lies }));
    expect(error).toMatchObject({ code: 'action.invalid_input', details: { rule: 'I1' } });
    const inContext = world.action('act_2', { objective: 'x', context: lies });
    expect(await refused(world, inContext)).toMatchObject({ code: POLICY, details: { rule: 'I11' } });
  });

  it('I4: principal and tenant are those of the execution context, whatever from and identity say', async () => {
    const world = await worldOf();
    const message = {
      ...world.action('act_1', { objective: 'x' }, { identity: { tenant: { id: 'tenant-claimed' } } }),
      from: { id: 'agent:claimed', kind: 'agent' },
      ...context({ principal: 'agent:real', tenant: 'tenant-real' }),
    };
    await accepted(world, message);
    expect((await world.binding('act_1'))?.binding).toMatchObject({
      principal: { id: 'agent:real', kind: 'agent' },
      tenant: { id: 'tenant-real', system: null },
    });
    expect((await replyTo(world, message)).to).toEqual({ id: 'agent:real', kind: 'agent' });
  });

  it.each<[string, Json]>([
    ['no key', null],
    ['a blank key', '  '],
  ])('I5: refuses %s', async (_, key) => {
    const world = await worldOf();
    const error = await refused(world, world.action('act_1', { objective: 'x' }, { idempotency_key: key }));
    expect(error).toMatchObject({
      code: 'idempotency.required',
      category: 'policy',
      details: { rule: 'I5' },
    });
  });

  it('I5: an answer needs a key too', async () => {
    const world = await worldOf();
    const input = { resume: { source_action_id: 'act_0', choice: 'deny' } };
    const error = await refused(world, world.action('act_1', input, { idempotency_key: null }));
    expect(error).toMatchObject({ code: 'idempotency.required' });
  });

  it('I6: the payload says whose ids are used for calls and does not contain the Action id', async () => {
    const world = await worldOf();
    await accepted(world, world.action('act_unmistakable'));
    const body = JSON.parse(world.provider.seen[0]?.body ?? '{}') as Record<string, string>;
    expect(body['input']).not.toContain('act_unmistakable');
    const payload = JSON.parse(body['input'] ?? '{}') as Members;
    expect(payload['kind']).toBe('aip_operator_objective');
    const contract = payload['execution_contract'] as Record<string, string>;
    expect(contract['downstream_action_ids']).toContain('assigns a new Action id to every call');
    expect(contract['operator_action_id']).toContain('Never use the id of that Action');
  });

  it('I7, I9: instructions and model come from policy, the session from the Action id', async () => {
    const world = await worldOf({ policy: { system_instructions: 'House rules.', model: 'house-model' } });
    await accepted(world, world.action('act_1'));
    const body = JSON.parse(world.provider.seen[0]?.body ?? '{}') as Record<string, string>;
    expect(body['model']).toBe('house-model');
    expect(body['session_id']).toBe('aip-operator-act_1');
    expect(body['instructions']).toMatch(/^House rules\./);
    expect(body['instructions']).toContain('aip_call');
  });

  it('I9: an unknown capability or endpoint is not found, whatever else is configured', async () => {
    const world = await worldOf();
    for (const capability of [
      'cap:hermes_agent:other:operator',
      'cap:hermes_agent:HERMES-A:operator',
      'cap:x',
      '',
    ]) {
      const message = world.action('act_1', { objective: 'x' }, { capability_id: capability });
      expect(await refused(world, message)).toMatchObject({ code: 'resource.not_found' });
    }
  });
});

describe('sizes and ids', () => {
  it('I8: the provider input may have exactly max_input_bytes, counted in UTF-8', async () => {
    const empty = { objective: '' };
    const inputBytes = async (input: Json): Promise<number> => {
      const world = await worldOf();
      await accepted(world, world.action('act_1', input));
      const body = JSON.parse(world.provider.seen[0]?.body ?? '{}') as Record<string, string>;
      return Buffer.byteLength(body['input'] ?? '');
    };
    const overhead = (await inputBytes({ ...empty, objective: 'é' })) - 2;
    const max = 4_096;
    const fits = 'é'.repeat(Math.floor((max - overhead) / 2)) + 'x'.repeat((max - overhead) % 2);
    const world = await worldOf({ policy: { max_input_bytes: max } });
    await accepted(world, world.action('act_1', { objective: fits }));
    const tight = await worldOf({ policy: { max_input_bytes: max } });
    const error = await refused(tight, tight.action('act_1', { objective: `${fits}x` }));
    expect(error).toMatchObject({ code: 'action.invalid_input', details: { rule: 'I8' } });
    expect(await tight.binding('act_1')).toBeNull();
  });

  it('I8: an Action that would not fit the log is refused before the claim', async () => {
    const world = await worldOf({ policy: { max_input_bytes: 4_194_304 } });
    for (const message of [
      world.action('act_1', { objective: 'x'.repeat(1_000_000) }),
      world.action('act_1', { objective: 'x' }, { memory_context: 'x'.repeat(1_000_000) }),
    ]) {
      expect(await refused(world, message)).toMatchObject({
        code: 'action.invalid_input',
        details: { rule: 'I8' },
      });
    }
    expect(await world.events('act_1')).toEqual([]);
  });

  it('I8: ids so long that 64 of them would not fit the end of a run are refused', async () => {
    const world = await worldOf();
    const message = { ...world.action('act_1'), correlation_id: 'c'.repeat(2_000) };
    expect(await refused(world, message)).toMatchObject({
      code: 'action.invalid_input',
      details: { rule: 'I8' },
    });
  });

  it('I8, G11: a refusal too long to be recorded becomes a dead letter, and the partition goes on', async () => {
    const world = await worldOf();
    const huge = { ...world.action('act_1'), correlation_id: 'c'.repeat(1_100_000) };
    await world.deliver(huge);
    await world.deliver(world.action('act_2'));
    await world.settle();
    expect(await deadLetters(world)).toMatchObject([{ reason: 'too_large', offset: '0' }]);
    expect((await resultOf(world, 'act_2')).status).toBe('completed');
  });

  it.each(['__proto__', 'act_', 'act_a/b', 'act_é', 'action:1', `act_${'x'.repeat(201)}`, '', 'act_a\u0000'])(
    'I10: the Action id %j names no stream; its refusal is recorded under a hash',
    async (id) => {
      const world = await worldOf();
      const message = world.action(id);
      const error = await refused(world, message);
      expect(error).toMatchObject({ code: 'action.invalid_input', details: { rule: 'I10' } });
      await world.deliver(message);
      await decided(world);
      expect(await replyTo(world, message)).toMatchObject({ body: { action_id: id } });
    },
  );

  it('I10: the longest id is taken', async () => {
    const world = await worldOf();
    await accepted(world, world.action(`act_${'x'.repeat(200)}`));
  });

  it('I10: an id is a source or an answer, never both', async () => {
    const world = await worldOf();
    await world.deliver(world.action('act_1'));
    await world.settle();
    const before = await world.events('act_1');
    const answer = world.action('act_1', { resume: { source_action_id: 'act_1', choice: 'deny' } });
    await world.deliver(answer);
    await decided(world);
    expect((await replyTo(world, answer)).body).toMatchObject({
      error: { code: POLICY, details: { rule: 'I10' } },
    });
    expect(await world.events('act_1')).toEqual(before);
  });
});

describe('approval and time', () => {
  it('I11: without an approved approval a run is refused, with one it starts', async () => {
    const world = await worldOf({ policy: { require_action_approval: true } });
    expect(await refused(world, world.action('act_1'))).toMatchObject({
      code: POLICY,
      details: { rule: 'I11' },
    });
    await accepted(world, world.action('act_2', { objective: 'x' }, { approval: APPROVED }));
  });

  it('I11: a denied approval makes no valid Action at all', async () => {
    const world = await worldOf({ policy: { require_action_approval: true } });
    const approval = { ...(APPROVED as Members), decision: 'denied' };
    await world.deliver(world.action('act_1', { objective: 'x' }, { approval }));
    await decided(world);
    expect(await deadLetters(world)).toMatchObject([{ reason: 'not_an_envelope' }]);
  });

  const NOW = '2026-07-09T00:00:00Z';
  const NEXT = '2026-07-09T00:00:00.001Z';

  it.each([
    ['a deadline', { deadline: NOW }, { deadline: NEXT }],
    ['an approval', { approvalUntil: NOW }, { approvalUntil: NEXT }],
  ])('I12: %s that ends now is too late, one that ends next is not', async (_, late, inTime) => {
    const world = await worldOf();
    const error = await refused(world, { ...world.action('act_1'), ...context(late) });
    expect(error).toMatchObject({
      code: 'connector.hermes_agent.deadline_exceeded',
      details: { rule: 'I12', request_sent: false },
    });
    const other = await worldOf();
    await other.deliver({ ...other.action('act_1'), ...context(inTime) });
    await decided(other);
    expect(await eventsOf(other, 'act_1', 'RunStartClaimed')).toHaveLength(1);
  });

  it('I12: a command exactly max_command_age_ms old starts, one a millisecond older does not', async () => {
    const world = await worldOf({ policy: { max_command_age_ms: 60_000 } });
    const message = world.action('act_1');
    const older = { ...world.action('act_2'), sent_at: '2026-07-08T23:59:59.999Z' };
    await world.clock.advance(60_000);
    expect(await refused(world, older)).toMatchObject({ code: 'connector.hermes_agent.deadline_exceeded' });
    const world2 = await worldOf({ policy: { max_command_age_ms: 60_000 } });
    await world2.clock.advance(60_000);
    await accepted(world2, message);
  });

  it('I12: a command that grew too old while it waited for a slot is settled without a start', async () => {
    const world = await worldOf({
      policy: { max_concurrent_runs: 1, max_command_age_ms: 60_000 },
      script: provider({
        start: () => ({ ...ACCEPTED, delayMs: 1 }),
        events: () => ({ frames: [{ waitMs: 61_000 }, { event: { event: 'run.completed', output: 'ok' } }] }),
      }),
    });
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2'));
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect(await resultOf(world, 'act_2')).toMatchObject({
      status: 'failed',
      error: { code: 'connector.hermes_agent.deadline_exceeded', details: { request_sent: false } },
    });
  });

  it('I12, B5: a known Action is answered however old the command is by then', async () => {
    const world = await worldOf({ policy: { max_command_age_ms: 60_000 } });
    const first = world.action('act_1');
    await world.deliver(first);
    await world.settle();
    const again = { ...first, message_id: 'msg_again' };
    await world.clock.advance(120_000);
    await world.deliver(again);
    await decided(world);
    expect((await replyTo(world, again)).body['status']).toBe('completed');
  });
});

describe('the execution context', () => {
  it('I4: without a context and without allow_anonymous a command is refused, and answered to its claimed sender', async () => {
    const world = await worldOf({ ingress: { allowAnonymous: false } });
    const message = { ...world.action('act_1'), from: { id: 'user:bob', kind: 'human' } };
    expect(await refused(world, message)).toMatchObject({ code: 'auth.unverified_actor', category: 'auth' });
    expect((await replyTo(world, message)).to).toEqual({ id: 'user:bob', kind: 'human' });
    await accepted(world, { ...world.action('act_2'), ...context() });
  });

  it.each<[string, Json]>([
    ['null', null],
    ['a text', 'agent:planner'],
    ['without an actor', {}],
    [
      'with an unknown member',
      { ...((context().extensions as Members)['aip.execution_context.v1'] as Members), admin: true },
    ],
  ])('I4: a context that is %s never counts as absent', async (_, value) => {
    const world = await worldOf();
    const message = { ...world.action('act_1'), extensions: { 'aip.execution_context.v1': value } };
    expect(await refused(world, message)).toMatchObject({ code: 'action.invalid_input' });
  });

  const NOW = '2026-07-09T00:00:00Z';
  it.each([
    ['authentication', { authenticatedUntil: NOW }, 'auth.expired'],
    ['tenant membership', { memberUntil: NOW }, 'auth.tenant_membership_expired'],
    ['credential', { credentialUntil: NOW }, 'credential.expired'],
  ])('I4: an expired %s is refused with its code', async (_, facts, code) => {
    const world = await worldOf();
    const message = { ...world.action('act_1'), ...context(facts) };
    expect(await refused(world, message)).toMatchObject({ code, category: 'auth', retryable: false });
  });

  it('I9: an endpoint bound to a tenant serves that tenant alone', async () => {
    const world = await worldOf({ tenant: 'tenant-a' });
    for (const tenant of ['tenant-b', null]) {
      const foreign = { ...world.action('act_1'), ...context({ tenant }) };
      expect(await refused(world, foreign)).toMatchObject({ code: 'connector.hermes_agent.tenant_mismatch' });
    }
    await accepted(world, { ...world.action('act_1'), ...context({ tenant: 'tenant-a' }) });
  });
});
