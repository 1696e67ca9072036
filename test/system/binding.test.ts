import type { Json } from '@aip-hermes/aip';
import { bindingStream, rejectionStream, replayStream, requestFingerprint } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { context, cancel, type Members } from '../support/commands.js';
import { appendForeign } from '../support/foreign-writer.js';
import { event, provider, RUN_ID } from '../support/happy-run.js';
import { eventsOf, resultsOf } from '../support/published.js';
import { decided, logHead, repliesTo, replyTo } from '../support/replies.js';
import { World, type WorldOptions } from '../support/world.js';

const STARTS = /^\/v1\/runs$/;
const POLICY = 'connector.hermes_agent.operator_policy';
const OPEN_END = provider({ events: () => ({ frames: [], end: 'open' }) });
const PROMPT = event('approval.request', {
  request_id: 'a'.repeat(32),
  command: 'rm -rf ./private',
  choices: ['once', 'deny'],
});
const WAITING = provider({ events: () => ({ frames: [PROMPT], end: 'open' }) });

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

async function untilStatus(world: World, status: string): Promise<void> {
  let now: string | undefined;
  await world.clock.runUntil(() => {
    void world.binding('act_1').then((state) => (now = state?.binding.status));
    return now === status;
  });
  await world.clock.advance(10);
}

/** Tells messages, and expects that each is refused and that nothing about the binding changes, byte for byte. */
async function untouched(world: World, ...messages: readonly Members[]): Promise<readonly Members[]> {
  const before = await world.log.read(bindingStream('act_1'));
  await tell(world, ...messages);
  expect(await world.log.read(bindingStream('act_1'))).toEqual(before);
  const replies = await Promise.all(messages.map((message) => replyTo(world, message)));
  return replies.map(({ body }) => body['error'] as Members);
}

describe('a binding comes first', () => {
  it('B1: it is in the log, with all that a later process needs, before the provider is called', async () => {
    let rowsAtStart = -1;
    let world: World | null = null;
    const script = provider({
      start: () => {
        void world?.events('act_1').then((rows) => (rowsAtStart = rows.length));
        return { status: 202, json: { run_id: RUN_ID } };
      },
    });
    world = await worldOf({ script });
    await tell(world, world.action('act_1'));
    await world.settle();
    expect(rowsAtStart).toBe(3);
    const [row] = await world.events('act_1');
    expect(row?.stream).toBe('aip.connector.hermes_agent.operator_runs.v1-act_1');
    const [requested] = await eventsOf(world, 'act_1', 'OperatorRunRequested');
    expect(requested).toMatchObject({ kind: 'objective', action_id: 'act_1', endpoint_id: 'hermes-a' });
  });

  it('B2: the fingerprint covers endpoint, capability, input, key and delegation', async () => {
    const world = await worldOf();
    await tell(world, world.action('act_1'));
    const fingerprint = requestFingerprint({
      endpointId: 'hermes-a',
      capabilityId: 'cap:hermes_agent:hermes-a:operator',
      input: { objective: 'Summarise the report' },
      idempotencyKey: 'key-act_1',
      delegation: null,
    });
    expect((await world.binding('act_1'))?.binding.request_fingerprint).toBe(fingerprint);
  });

  it('B2: trace, approval, deadline, mode and member order are not part of it', async () => {
    const world = await worldOf();
    const input = { objective: 'x', context: { a: 1, b: 2 } };
    await tell(world, world.action('act_1', input));
    await world.settle();
    const again = {
      ...world.action(
        'act_1',
        { context: { b: 2, a: 1 }, objective: 'x' },
        { mode: 'sync', timeout_ms: 1_000 },
      ),
      ...context({ deadline: '2026-07-10T00:00:00Z', approvalUntil: '2026-07-10T00:00:00Z' }),
    };
    await tell(world, again);
    expect((await replyTo(world, again)).body).toMatchObject({ status: 'completed' });
  });

  it('B2: 1 and 1.0 are different input', async () => {
    const world = await worldOf();
    const text = JSON.stringify(world.action('act_1', { objective: 'x', context: 1 }));
    await world.deliver(new TextEncoder().encode(text));
    await world.settle();
    const other = world.action('act_1', { objective: 'x', context: 7_777 });
    await world.deliver(new TextEncoder().encode(JSON.stringify(other).replace('7777', '1.0')));
    await decided(world);
    expect((await replyTo(world, other)).body).toMatchObject({
      error: { code: POLICY, details: { rule: 'B3' } },
    });
  });
});

describe('collisions', () => {
  it('B3, G5: another input, key or capability is refused and leaves a finished binding untouched', async () => {
    const world = await worldOf();
    await tell(world, world.action('act_1'));
    await world.settle();
    const errors = await untouched(
      world,
      world.action('act_1', { objective: 'Another report' }),
      world.action('act_1', { objective: 'Summarise the report', context: null }),
      world.action('act_1', undefined, { idempotency_key: 'another' }),
    );
    for (const error of errors) expect(error).toMatchObject({ code: POLICY, details: { rule: 'B3' } });
    const [elsewhere] = await untouched(
      world,
      world.action('act_1', undefined, { capability_id: 'cap:hermes_agent:b:operator' }),
    );
    expect(elsewhere).toMatchObject({ code: 'resource.not_found' });
    expect(world.provider.count('POST', STARTS)).toBe(1);
  });

  it('B3, G5: a collision with a run under way is refused and leaves it untouched', async () => {
    const world = await worldOf({ script: OPEN_END });
    await tell(world, world.action('act_1'));
    await world.clock.advance(100);
    const [error] = await untouched(world, world.action('act_1', { objective: 'Another report' }));
    expect(error).toMatchObject({ code: POLICY });
  });

  it('B7, G5: another tenant or principal is refused with the same words, and told nothing more', async () => {
    const world = await worldOf();
    const mine = context({ principal: 'agent:a', tenant: 'tenant-secret' });
    await tell(world, { ...world.action('act_1'), ...mine });
    await world.settle();
    const errors = await untouched(
      world,
      { ...world.action('act_1'), ...context({ principal: 'agent:a', tenant: 'tenant-b' }) },
      { ...world.action('act_1'), ...context({ principal: 'agent:a', tenant: null }) },
      { ...world.action('act_1'), ...context({ principal: 'agent:b', tenant: 'tenant-secret' }) },
      {
        ...world.action('act_1', { objective: 'other' }),
        ...context({ principal: 'agent:b', tenant: 'tenant-b' }),
      },
      {
        ...world.action('act_1', { resume: { source_action_id: 'act_1', choice: 'deny' } }),
        ...context({ principal: 'agent:b', tenant: 'tenant-b' }),
      },
    );
    const [first] = errors;
    expect(first).toMatchObject({ code: POLICY });
    expect(first).not.toHaveProperty('details');
    for (const error of errors) expect(error).toEqual(first);
    for (const secret of ['tenant-secret', 'agent:a', RUN_ID, 'completed'])
      expect(JSON.stringify(first)).not.toContain(secret);
    const again = { ...world.action('act_1'), ...mine };
    await tell(world, again);
    expect((await replyTo(world, again)).body).toMatchObject({ status: 'completed' });
  });

  it('B7, C109: a foreign answer or cancel is answered exactly as if the source did not exist', async () => {
    const world = await worldOf({ script: WAITING });
    await tell(world, world.action('act_1'));
    await untilStatus(world, 'waiting_for_approval');
    const foreign = context({ tenant: 'tenant-other' });
    const answer = (id: string, source: string): Members => ({
      ...world.action(id, { resume: { source_action_id: source, choice: 'once' } }),
      ...foreign,
    });
    const errors = await untouched(world, answer('act_r1', 'act_1'), answer('act_r2', 'act_never'));
    expect(errors[0]).toEqual(errors[1]);
    expect(errors[0]).toMatchObject({ code: POLICY });
    const cancels = [
      { ...cancel(world, { action: 'act_1' }), ...foreign },
      { ...cancel(world, { action: 'act_never' }), ...foreign },
    ];
    await tell(world, ...cancels);
    const [known, unknown] = await Promise.all(cancels.map((message) => replyTo(world, message)));
    expect(known?.kind).toBe('error');
    expect(known?.body).toEqual(unknown?.body);
    expect(known?.body).toMatchObject({ code: 'resource.not_found' });
    const own = world.action('act_r3', { resume: { source_action_id: 'act_1', choice: 'once' } });
    await tell(world, own);
    expect((await replyTo(world, own)).body).toMatchObject({ error: { details: { rule: 'A2' } } });
    expect(world.provider.count('POST', /\/approval$/)).toBe(0);
  });

  it('C105: an answer under the id of another answer leaves both sources untouched', async () => {
    const world = await worldOf({ script: WAITING });
    await tell(world, world.action('act_1'), world.action('act_2'));
    await untilStatus(world, 'waiting_for_approval');
    const first = world.action('act_r', { resume: { source_action_id: 'act_1', choice: 'once' } });
    const second = world.action('act_r', { resume: { source_action_id: 'act_2', choice: 'once' } });
    const errors = await untouched(world, first, second);
    for (const error of errors) expect(error).toMatchObject({ code: POLICY });
    expect((await world.binding('act_2'))?.binding.status).toBe('waiting_for_approval');
  });
});

describe('a replay by the state of the binding', () => {
  it('B4, B5: starting: it waits for the one claim, and only one run starts', async () => {
    const world = await worldOf({
      script: provider({ start: () => ({ status: 202, json: { run_id: RUN_ID }, delayMs: 500 }) }),
    });
    await tell(world, world.action('act_1'));
    expect((await world.binding('act_1'))?.binding.status).toBe('starting');
    const again = world.action('act_1');
    await tell(world, again);
    expect(await repliesTo(world, again)).toEqual([]);
    await world.settle();
    expect((await replyTo(world, again)).body).toMatchObject({ status: 'completed' });
    expect(world.provider.count('POST', STARTS)).toBe(1);
  });

  it('B4, B5: running: it observes the existing run', async () => {
    const world = await worldOf();
    await tell(world, world.action('act_1'));
    await untilStatus(world, 'running');
    const again = world.action('act_1');
    await tell(world, again);
    await world.settle();
    expect((await replyTo(world, again)).body).toMatchObject({ status: 'completed' });
    expect(world.provider.count('GET', /\/events$/)).toBe(1);
  });

  it('B4, B5: waiting_for_approval: it is told that a person must decide', async () => {
    const world = await worldOf({ script: WAITING });
    await tell(world, world.action('act_1'));
    await untilStatus(world, 'waiting_for_approval');
    const again = world.action('act_1');
    await tell(world, again);
    expect((await replyTo(world, again)).body).toMatchObject({
      action_id: 'act_1',
      status: 'requires_human',
      output: {
        status: 'waiting_for_approval',
        run_id: RUN_ID,
        pending_approval: { approval_generation: 1 },
      },
    });
  });

  it('M9, B5: a replay served while a prompt was open is not taken again when the run goes on', async () => {
    const world = await worldOf({
      script: provider({
        events: () => ({
          frames: [PROMPT, { waitMs: 20_000 }, event('run.completed', { output: 'ok' })],
        }),
      }),
    });
    await tell(world, world.action('act_1'));
    await untilStatus(world, 'waiting_for_approval');
    const again = world.action('act_1');
    await tell(world, again);
    const expired = { sequence: 1, generation: 1, reason: 'answered_elsewhere' } as const;
    await appendForeign(world, 'act_1', { type: 'ApprovalExpired', data: expired });
    expect((await world.binding('act_1'))?.binding.status).toBe('running');
    const before = await world.events('act_1');
    await tell(world, again);
    expect(await world.events('act_1')).toEqual(before);
    await world.settle();
    expect(await repliesTo(world, again)).toHaveLength(1);
  });

  it('B5: what another process recorded meanwhile counts: a replay after the prompt is gone observes the run', async () => {
    const frames = [PROMPT, { waitMs: 20_000 }, event('run.completed', { output: 'ok' })];
    const world = await worldOf({ script: provider({ events: () => ({ frames }) }) });
    await tell(world, world.action('act_1'));
    await untilStatus(world, 'waiting_for_approval');
    const expired = { sequence: 1, generation: 1, reason: 'answered_elsewhere' } as const;
    await appendForeign(world, 'act_1', { type: 'ApprovalExpired', data: expired });
    const again = world.action('act_1');
    await tell(world, again);
    expect(await repliesTo(world, again)).toEqual([]);
    await world.settle();
    expect((await replyTo(world, again)).body).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['completed', event('run.completed', { output: 'ok' })],
    ['failed', event('run.failed', { error: 'no' })],
    ['cancelled', event('run.cancelled')],
  ])('B4, B5, G4: %s: it is served the stored result', async (status, end) => {
    const world = await worldOf({ script: provider({ events: () => ({ frames: [end] }) }) });
    const first = world.action('act_1');
    await tell(world, first);
    await world.settle();
    expect((await world.binding('act_1'))?.binding.status).toBe(status);
    const before = await world.events('act_1');
    const again = world.action('act_1');
    await tell(world, again);
    expect((await replyTo(world, again)).body).toEqual((await replyTo(world, first)).body);
    expect(await world.events('act_1')).toEqual(before);
  });

  it('B4, B5, G3: outcome_unknown: it is served the unknown outcome and starts nothing', async () => {
    const world = await worldOf({ script: provider({ start: () => ({ broken: 'reset' }) }) });
    const first = world.action('act_1');
    await tell(world, first);
    await world.settle();
    const again = world.action('act_1');
    await tell(world, again);
    expect((await replyTo(world, again)).body).toEqual((await replyTo(world, first)).body);
    expect(world.provider.count('POST', STARTS)).toBe(1);
  });

  it('G6, DESIGN 3: a binding that cannot be understood is answered with operator_state and never touched', async () => {
    const world = await worldOf({ script: OPEN_END });
    await tell(world, world.action('act_1'));
    await world.clock.advance(100);
    await appendForeign(world, 'act_1', { type: 'FutureEvent', data: {} });
    const again = world.action('act_1');
    const [error] = await untouched(world, again);
    expect(error).toMatchObject({ code: 'connector.hermes_agent.operator_state' });
  });

  it('G6, DESIGN 3: a stream without a readable beginning is answered with operator_state too', async () => {
    const world = await worldOf();
    const row = {
      id: world.random.uuid(),
      type: 'FutureRequest',
      data: '{}',
      metadata: '{"schema_version":9}',
    };
    await world.log.append(bindingStream('act_1'), 'no_stream', [row]);
    const [error] = await untouched(world, world.action('act_1'));
    expect(error).toMatchObject({ code: 'connector.hermes_agent.operator_state' });
    expect(world.provider.seen).toEqual([]);
  });
});

describe('bounds', () => {
  it('B8: 64 invocations may be open, the 65th is refused', async () => {
    const world = await worldOf({ script: OPEN_END });
    const messages = Array.from({ length: 66 }, () => world.action('act_1'));
    await tell(world, ...messages);
    const refused = messages.slice(64);
    expect((await world.binding('act_1'))?.invocations.size).toBe(64);
    for (const message of refused)
      expect((await replyTo(world, message)).body).toMatchObject({
        error: { code: POLICY, details: { rule: 'B8' } },
      });
    for (const message of messages.slice(0, 64)) expect(await repliesTo(world, message)).toEqual([]);
  });

  it('B8, I8: 64 open invocations with the longest ids still fit the end of the run', async () => {
    const world = await worldOf();
    const messages = Array.from({ length: 64 }, () => ({
      ...world.action('act_1'),
      correlation_id: 'c'.repeat(1_150),
    }));
    await tell(world, ...messages);
    await world.settle();
    expect(await resultsOf(world, 'act_1')).toHaveLength(64);
  });

  it('B8: a result is replayed 256 times a day, then refused; a day later it is served again', async () => {
    const world = await worldOf({ policy: { max_command_age_ms: 604_800_000 } });
    await tell(world, world.action('act_1'));
    await world.settle();
    const replays = Array.from({ length: 257 }, () => world.action('act_1'));
    await tell(world, ...replays);
    const served = (await resultsOf(world, 'act_1')).filter(({ status }) => status === 'completed');
    expect(served).toHaveLength(257);
    expect((await replyTo(world, replays[256] ?? {})).body).toMatchObject({
      error: { code: POLICY, details: { rule: 'B8' } },
    });
    await world.clock.advance(24 * 60 * 60 * 1_000 + 1);
    const later = world.action('act_1');
    await tell(world, later);
    expect((await replyTo(world, later)).body).toMatchObject({ status: 'completed' });
    expect((await world.log.read(replayStream('act_1'))).at(-1)?.revision).toBe(256);
  });

  it('G6: a refusal is recorded although all earlier ones of its stream are past their age', async () => {
    const world = await worldOf();
    await tell(world, world.action('act_1', {}));
    await world.clock.advance(30 * 24 * 60 * 60 * 1_000 + 1);
    const later = world.action('act_1', {});
    await tell(world, later);
    expect((await replyTo(world, later)).body).toMatchObject({ status: 'failed' });
    expect((await world.log.read(rejectionStream('act_1'))).at(-1)?.revision).toBe(1);
  });

  it('DESIGN 5: at max_open_bindings a new objective is refused, retryable; replays and cancels come through', async () => {
    const world = await worldOf({ script: OPEN_END, ingress: { maxOpenBindings: 3 } });
    const actions = Array.from({ length: 8 }, (_, index) => world.action(`act_${index + 1}`));
    await tell(world, ...actions);
    expect(world.process.connector.open).toBe(3);
    for (const action of actions.slice(3)) {
      expect((await replyTo(world, action)).body).toMatchObject({
        error: { code: 'connector.hermes_agent.operator_overloaded', retryable: true, retry_after_ms: 5_000 },
      });
    }
    const replay = world.action('act_1');
    const stop = cancel(world, { action: 'act_2' });
    await tell(world, replay, stop);
    expect((await world.binding('act_1'))?.invocations.size).toBe(2);
    expect((await replyTo(world, stop)).kind).toBe('ack');
  });
});

describe('waiting for a slot', () => {
  it('B1, C99: a command waits for a slot in the log, not in the admission; each run starts once, in order', async () => {
    const world = await worldOf({ policy: { max_concurrent_runs: 1 } });
    const actions = ['act_1', 'act_2', 'act_3'].map((id) => world.action(id));
    await tell(world, ...actions);
    expect(world.provider.count('POST', STARTS)).toBe(1);
    const binding = (await world.binding('act_3'))?.binding;
    expect(binding).toMatchObject({ status: 'starting', start_claim: null });
    const stop = cancel(world, { action: 'act_1' });
    await tell(world, stop);
    expect((await replyTo(world, stop)).body).toMatchObject({ status: 'rejected' });
    await world.settle();
    const sessions = world.provider.seen
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (JSON.parse(body ?? '{}') as Record<string, Json>)['session_id']);
    expect(sessions).toEqual(['aip-operator-act_1', 'aip-operator-act_2', 'aip-operator-act_3']);
    for (const action of actions)
      expect((await replyTo(world, action)).body).toMatchObject({ status: 'completed' });
  });

  it('M9: a redelivery of a command that waits for a slot appends nothing and starts nothing more', async () => {
    const world = await worldOf({ policy: { max_concurrent_runs: 1 } });
    const waiting = world.action('act_2');
    await tell(world, world.action('act_1'), waiting);
    const head = await logHead(world);
    await world.deliver(waiting);
    await world.clock.runUntil(() => world.decided === world.delivered);
    expect(await logHead(world)).toBe(head);
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(2);
  });
});
