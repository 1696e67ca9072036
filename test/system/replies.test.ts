import { describe, expect, it } from 'vitest';
import { cancel, context, delegationRequest, envelope, type Members } from '../support/commands.js';
import { provider } from '../support/happy-run.js';
import { decided, deadLetters, logHead, repliesTo, replyTo } from '../support/replies.js';
import { World, type WorldOptions } from '../support/world.js';

const POLICY = 'connector.hermes_agent.operator_policy';

async function worldOf(options: Partial<WorldOptions> = {}): Promise<World> {
  const world = new World({ script: provider(), ...options });
  await world.boot();
  return world;
}

async function tell(world: World, ...messages: readonly Members[]): Promise<void> {
  for (const message of messages) await world.deliver(message);
  await decided(world);
  expect(world.failures).toEqual([]);
}

const OPEN_END: Partial<WorldOptions> = { script: provider({ events: () => ({ frames: [], end: 'open' }) }) };

describe('which message gets which reply', () => {
  it('M1: an Action in mode async gets ack queued, then its result', async () => {
    const world = await worldOf();
    const message = world.action('act_1', { objective: 'x' }, { mode: 'async' });
    await tell(world, message);
    expect(await repliesTo(world, message)).toMatchObject([
      { kind: 'ack', body: { action_id: 'act_1', status: 'queued' } },
    ]);
    await world.settle();
    expect(await repliesTo(world, message)).toMatchObject([
      { kind: 'ack' },
      { kind: 'action_result', body: { action_id: 'act_1', status: 'completed' } },
    ]);
  });

  it('M1, M8: an Action in mode async that is refused gets the failed result alone', async () => {
    const world = await worldOf();
    const message = world.action('act_1', {}, { mode: 'async' });
    await tell(world, message);
    expect(await replyTo(world, message)).toMatchObject({
      kind: 'action_result',
      body: { status: 'failed' },
    });
  });

  it.each([['sync'], ['streaming'], [null]])(
    'M2: an Action in mode %s gets its result alone',
    async (mode) => {
      const world = await worldOf();
      const message = world.action('act_1', { objective: 'x' }, { mode });
      await tell(world, message);
      await world.settle();
      expect(await replyTo(world, message)).toMatchObject({
        kind: 'action_result',
        key: 'act_1',
        correlationId: message['correlation_id'],
        to: { id: 'agent:planner', kind: 'agent' },
      });
    },
  );

  it('M3, D2: a delegation_request gets a failed delegation_result while delegation is off', async () => {
    const world = await worldOf();
    const message = delegationRequest(world, 'act_child');
    await tell(world, message, message);
    expect(await replyTo(world, message)).toMatchObject({
      kind: 'delegation_result',
      body: {
        delegation_id: 'dlg_act_child',
        parent_action_id: 'act_parent',
        child_action_id: 'act_child',
        status: 'failed',
        error: { code: POLICY, details: { rule: 'D2' } },
      },
    });
    expect(await world.binding('act_child')).toBeNull();
    expect(world.provider.seen).toEqual([]);
  });

  it('M3, I4: a delegation_request in an expired context is refused for that', async () => {
    const world = await worldOf();
    const message = {
      ...delegationRequest(world, 'act_child'),
      ...context({ memberUntil: '2026-07-09T00:00:00Z' }),
    };
    await tell(world, message);
    const error = { code: 'auth.tenant_membership_expired' };
    expect(await replyTo(world, message)).toMatchObject({ kind: 'delegation_result', body: { error } });
  });

  it('M5: a cancel of an open Action is not available yet: ack rejected, nothing is stopped', async () => {
    const world = await worldOf(OPEN_END);
    const action = world.action('act_1');
    await tell(world, action);
    const message = cancel(world, { action: 'act_1' });
    const before = await world.events('act_1');
    await tell(world, message);
    expect(await replyTo(world, message)).toMatchObject({
      kind: 'ack',
      key: 'act_1',
      body: { action_id: 'act_1', status: 'rejected' },
    });
    expect((await replyTo(world, message)).body['reason']).toContain('not available yet');
    expect(await world.events('act_1')).toEqual(before);
    expect(world.provider.count('POST', /\/stop$/)).toBe(0);
  });

  it('M5: a cancel delivered together with the Action is decided after it', async () => {
    const world = await worldOf(OPEN_END);
    const message = cancel(world, { action: 'act_1' });
    await tell(world, world.action('act_1'), message);
    expect(await replyTo(world, message)).toMatchObject({ kind: 'ack', body: { status: 'rejected' } });
  });

  it('M5, X6: a cancel of an Action that has ended is rejected with the reason', async () => {
    const world = await worldOf();
    await tell(world, world.action('act_1'));
    await world.settle();
    const message = cancel(world, { action: 'act_1' });
    await tell(world, message);
    expect(await replyTo(world, message)).toMatchObject({
      kind: 'ack',
      body: { status: 'rejected', reason: 'The Action has ended (completed); there is nothing to cancel.' },
    });
    expect((await world.binding('act_1'))?.binding.status).toBe('completed');
  });

  it.each(['act_never', '__proto__', ''])(
    'M6: a cancel of the unknown Action %j is not found',
    async (id) => {
      const world = await worldOf();
      const message = cancel(world, { action: id });
      await tell(world, message);
      expect(await replyTo(world, message)).toMatchObject({
        kind: 'error',
        body: { code: 'resource.not_found', category: 'permanent' },
      });
    },
  );

  it('M6: a cancel of a session is not found, and is answered to its caller', async () => {
    const world = await worldOf();
    const message = cancel(world, { session: 'sess_1' }, { from: { id: 'user:bob', kind: 'human' } });
    await tell(world, { ...message, ...context({ principal: 'user:bob' }) });
    expect(await replyTo(world, message)).toMatchObject({
      kind: 'error',
      body: { code: 'resource.not_found' },
      correlationId: message['correlation_id'],
      to: { id: 'user:bob' },
    });
  });

  it('M6, G11: the direct reply names a caller of any kind as the kind it is', async () => {
    const world = await worldOf({
      ingress: { localCaller: { principal: { id: 'user:ada', kind: 'human' }, tenant: null } },
    });
    const message = cancel(world, { session: 'sess_1' });
    await tell(world, message);
    expect((await replyTo(world, message)).to).toEqual({ id: 'user:ada', kind: 'human' });
  });

  it.each<[string, Members]>([
    ['aip.core.v1.ack', { ack: { action_id: 'act_1', status: 'accepted' } }],
    ['aip.core.v1.stream_chunk', { stream_chunk: { action_id: 'act_1', sequence: 0, kind: 'data' } }],
    ['aip.core.v1.action_result', { action_result: { action_id: 'act_1', status: 'completed' } }],
    ['aip.discovery.v1.event_stream_response', { event_stream: { events: [] } }],
  ])('M7: a valid %s gets an error and is a dead letter with its bytes', async (type, body) => {
    const world = await worldOf();
    const message = envelope(world, type, body);
    await tell(world, message);
    expect(await replyTo(world, message)).toMatchObject({
      kind: 'error',
      body: { code: 'action.invalid_input', details: { rule: 'M7' } },
    });
    const [letter] = await deadLetters(world);
    expect(letter).toMatchObject({ reason: 'unsupported_message_type', partition: '0', offset: '0' });
    expect(new TextDecoder().decode(letter?.value ?? undefined)).toBe(JSON.stringify(message));
  });

  it('M7, G11: ids too long for a direct reply do not stop the partition', async () => {
    const world = await worldOf();
    const huge = 'c'.repeat(4_193_900);
    const message = { ...cancel(world, { session: 's' }), correlation_id: huge };
    expect(JSON.stringify(message).length).toBeLessThan(4 * 1_048_576);
    await tell(world, message, world.action('act_1'));
    await world.settle();
    expect(await deadLetters(world)).toMatchObject([{ reason: 'too_large', offset: '0' }]);
    expect((await world.binding('act_1'))?.binding.status).toBe('completed');
  });

  it('M8: a refused Action gets a failed result with code, category and rule', async () => {
    const world = await worldOf();
    const message = world.action('act_1', { objective: ' ' });
    await tell(world, message);
    expect(await replyTo(world, message)).toMatchObject({
      kind: 'action_result',
      key: 'act_1',
      body: {
        action_id: 'act_1',
        status: 'failed',
        error: {
          code: 'action.invalid_input',
          category: 'permanent',
          retryable: false,
          details: { rule: 'I2' },
        },
      },
    });
  });
});

describe('the same message again', () => {
  it.each<[string, (world: World) => Members]>([
    ['an Action', (world) => world.action('act_1')],
    ['a refused Action', (world) => world.action('act_1', { objective: '' })],
    ['an Action with an impossible id', (world) => world.action('__proto__')],
    [
      'an answer',
      (world) => world.action('act_2', { resume: { source_action_id: 'act_1', choice: 'deny' } }),
    ],
    ['a delegation_request', (world) => delegationRequest(world, 'act_child')],
    ['a cancel', (world) => cancel(world, { action: 'act_1' })],
  ])('M9: %s redelivered appends nothing anywhere and publishes nothing', async (_, make) => {
    const world = await worldOf();
    const message = make(world);
    await tell(world, message);
    await world.settle();
    const head = await logHead(world);
    const published = await world.published('results', 'stream_chunks');
    await tell(world, message, message);
    await world.clock.advance(60_000);
    expect(await logHead(world)).toBe(head);
    expect(await world.published('results', 'stream_chunks')).toEqual(published);
    world.crash();
    await world.boot();
    await tell(world, message);
    expect(await logHead(world)).toBe(head);
  });

  it('M9: an Action redelivered while its run is under way appends nothing', async () => {
    const world = await worldOf(OPEN_END);
    const message = world.action('act_1');
    await tell(world, message, message, message);
    await world.clock.advance(1_000);
    const head = await logHead(world);
    await tell(world, message);
    expect(await logHead(world)).toBe(head);
    const accepted = (await world.events('act_1')).filter(({ type }) => type === 'InvocationAccepted');
    expect(accepted).toHaveLength(1);
  });

  it('M9: a served replay redelivered appends nothing', async () => {
    const world = await worldOf();
    await tell(world, world.action('act_1'));
    await world.settle();
    const again = world.action('act_1');
    await tell(world, again);
    const head = await logHead(world);
    await tell(world, again, again);
    expect(await logHead(world)).toBe(head);
    expect(await repliesTo(world, again)).toHaveLength(1);
  });

  it('M9: a message refused for overload stays refused when there is room again', async () => {
    const world = await worldOf({ ...OPEN_END, ingress: { maxOpenBindings: 1 } });
    const second = world.action('act_2');
    await tell(world, world.action('act_1'), second);
    expect((await replyTo(world, second)).body).toMatchObject({ status: 'failed' });
    const head = await logHead(world);
    world.crash();
    await world.boot();
    await tell(world, second);
    expect(await repliesTo(world, second)).toHaveLength(1);
    expect(await world.binding('act_2')).toBeNull();
    expect(head).not.toBeNull();
  });
});

describe('a known Action under a fresh message id', () => {
  it('M10, B5: while it runs it is an invocation of its own, with its own correlation', async () => {
    const world = await worldOf();
    const first = world.action('act_1');
    const second = world.action('act_1', undefined, { mode: 'async' });
    await tell(world, first, second);
    await world.settle();
    expect(await replyTo(world, first)).toMatchObject({ correlationId: first['correlation_id'] });
    expect(await repliesTo(world, second)).toMatchObject([
      { kind: 'ack', body: { status: 'queued' } },
      { kind: 'action_result', correlationId: second['correlation_id'], body: { status: 'completed' } },
    ]);
  });

  it('M10, G4: after the end it is served the very same result', async () => {
    const world = await worldOf();
    const first = world.action('act_1');
    const again = world.action('act_1');
    await tell(world, first);
    await world.settle();
    await tell(world, again);
    expect((await replyTo(world, again)).body).toEqual((await replyTo(world, first)).body);
  });

  it.each([
    ['is no longer configured', { withoutEndpoint: true }],
    ['belongs to another tenant now', { tenant: 'tenant-other' }],
  ])('B5, G4: after the end it is served the very same result when its endpoint %s', async (_, change) => {
    const world = await worldOf();
    const first = world.action('act_1');
    await tell(world, first);
    await world.settle();
    world.crash();
    await world.boot(change);
    const again = world.action('act_1');
    const other = world.action('act_1', { objective: 'Another' });
    await tell(world, again, other, again, world.action('act_2'));
    expect((await replyTo(world, again)).body).toEqual((await replyTo(world, first)).body);
    expect((await replyTo(world, other)).body).toMatchObject({ status: 'failed' });
    expect(await world.binding('act_2')).toBeNull();
    expect(world.provider.count('POST', /^\/v1\/runs$/)).toBe(1);
  });

  it('B7: without its endpoint, too, the result is only for the caller who asked', async () => {
    const world = await worldOf();
    await tell(world, world.action('act_1'));
    await world.settle();
    world.crash();
    const localCaller = { principal: { id: 'agent:other', kind: 'agent' as const }, tenant: null };
    await world.boot({ withoutEndpoint: true, ingress: { localCaller } });
    const again = world.action('act_1');
    await tell(world, again);
    expect((await replyTo(world, again)).body).toMatchObject({ error: { code: 'resource.not_found' } });
  });

  it('B5: a run that is under way is not joined while its endpoint is missing', async () => {
    const world = await worldOf(OPEN_END);
    await tell(world, world.action('act_1'));
    await world.clock.advance(1_000);
    world.crash();
    await world.boot({ withoutEndpoint: true });
    const again = world.action('act_1');
    await tell(world, again);
    expect((await replyTo(world, again)).body).toMatchObject({ error: { code: 'resource.not_found' } });
  });
});
