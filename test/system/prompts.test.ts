import { describe, expect, it } from 'vitest';
import { appendForeign } from '../support/foreign-writer.js';
import { expectGuarantees } from '../support/guarantees.js';
import { event, status } from '../support/happy-run.js';
import { DONE, polled, runToTheEnd, streaming } from '../support/observed-run.js';
import { eventsOf, resultsOf } from '../support/published.js';

const PROMPT = {
  command: 'rm -rf ./build',
  description: 'recursive delete',
  request_id: 'a'.repeat(32),
  choices: ['once', 'session', 'always', 'deny'],
};

describe('a prompt of the provider', () => {
  it('A1, R2, R3: it is recorded, published, and settles the open invocations as RequiresHuman', async () => {
    const world = streaming(
      [event('message.delta', { delta: 'a' }), event('approval.request', PROMPT)],
      'open',
    );
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    const state = await world.binding('act_1');
    expect(state?.binding).toMatchObject({
      status: 'waiting_for_approval',
      approval_generation: 1,
      last_event: 'approval.request',
      open_prompts: [{ generation: 1, request_id: PROMPT.request_id, choices: PROMPT.choices }],
    });
    expect(state?.invocations.size).toBe(0);
    const [chunk] = (await world.chunks('act_1')).slice(-1);
    expect(chunk).toMatchObject({ kind: 'pending_approval', data: { hermes_operator: PROMPT } });
    const [result, ...more] = await resultsOf(world, 'act_1');
    expect(more).toEqual([]);
    expect(result).toMatchObject({
      status: 'requires_human',
      output: {
        status: 'waiting_for_approval',
        provider: null,
        pending_approval: { command: PROMPT.command, approval_generation: 1 },
      },
    });
    expect(result?.message).toEqual([{ type: 'json', data: result?.output }]);
  });

  it('A2, G2: while answers are not built one is refused, nothing is sent to the provider, and the prompt stays open', async () => {
    const world = streaming([event('approval.request', PROMPT)], 'open');
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    const resume = { source_action_id: 'act_1', choice: 'once' };
    await world.deliver(world.action('act_2', { resume }));
    await world.clock.advance(1_000);
    const [refused] = await resultsOf(world, 'act_2');
    expect(refused).toMatchObject({ status: 'failed', error: { details: { rule: 'A2' } } });
    expect(world.provider.count('POST', /approval/)).toBe(0);
    expect((await world.binding('act_1'))?.binding.open_prompts).toHaveLength(1);
  });

  it('A1, B5: a replay while it waits is told RequiresHuman and starts nothing', async () => {
    const frames = [event('approval.request', PROMPT), { waitMs: 20_000 }, event('run.completed', DONE)];
    const world = streaming(frames, 'close', () => status('waiting_for_approval'));
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    await world.deliver(world.action('act_1'));
    await world.settle();
    const results = await resultsOf(world, 'act_1');
    expect(results.map((result) => result.status)).toEqual(['requires_human', 'requires_human', 'completed']);
    expect(results[1]).toEqual(results[0]);
    expect(world.provider.count('POST', /runs$/)).toBe(1);
    await expectGuarantees(world);
  });

  it('A1: a repeated request id of an open prompt is an observed event and opens nothing', async () => {
    const frames = [
      event('approval.request', PROMPT),
      { waitMs: 10 },
      event('approval.request', PROMPT),
      { waitMs: 10 },
      event('run.completed', DONE),
    ];
    const world = streaming(frames);
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'ApprovalRequested')).toHaveLength(1);
    expect(await eventsOf(world, 'act_1', 'ProviderEventObserved')).toMatchObject([
      { event: 'approval.request', kind: 'pending_approval' },
    ]);
    expect((await resultsOf(world, 'act_1')).map((result) => result.status)).toEqual([
      'requires_human',
      'completed',
    ]);
  });

  it('A1: two prompts in one read open two generations; the invocation is settled once', async () => {
    const text = [PROMPT, { ...PROMPT, request_id: 'b'.repeat(32) }, PROMPT]
      .map((prompt) => `data: ${JSON.stringify({ event: 'approval.request', ...prompt })}\n\n`)
      .join('');
    const world = streaming([{ text }, { waitMs: 10 }, event('run.completed', DONE)]);
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'ApprovalRequested')).toMatchObject([
      { generation: 1, settles: [{ action_id: 'act_1' }] },
      { generation: 2, settles: [] },
    ]);
    expect(await eventsOf(world, 'act_1', 'ProviderEventObserved')).toHaveLength(1);
  });

  it('A1: prompts without request id are each a prompt of their own', async () => {
    const frames = [
      event('approval.request', { command: 'a' }),
      { waitMs: 10 },
      event('approval.request', { command: 'a' }),
      event('run.completed', DONE),
    ];
    const world = streaming(frames);
    await runToTheEnd(world);
    expect((await eventsOf(world, 'act_1', 'ApprovalRequested')).map((data) => data['generation'])).toEqual([
      1, 2,
    ]);
  });

  it('A1, R5: prompt and end in one read give RequiresHuman and then the end', async () => {
    const text = [event('approval.request', PROMPT), event('run.completed', DONE)]
      .map((frame) => ('event' in frame ? `data: ${JSON.stringify(frame.event)}\n\n` : ''))
      .join('');
    const world = streaming([{ text }]);
    await runToTheEnd(world);
    expect((await resultsOf(world, 'act_1')).map((result) => result.status)).toEqual([
      'requires_human',
      'completed',
    ]);
  });

  it('A1: while a cancel is under way the prompt is recorded, and nobody is asked', async () => {
    const frames = [
      { waitMs: 1_000 },
      event('approval.request', PROMPT),
      { waitMs: 10 },
      event('run.cancelled'),
    ];
    const world = streaming(frames);
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(500);
    await appendForeign(world, 'act_1', {
      type: 'CancellationRequested',
      data: {
        message_id: null,
        requested_by: { id: 'agent:planner', kind: 'agent' },
        reason: null,
        reply: null,
      },
    });
    await world.settle();
    expect(await eventsOf(world, 'act_1', 'ApprovalRequested')).toMatchObject([
      { generation: 1, settles: [] },
    ]);
    expect((await resultsOf(world, 'act_1')).map((result) => result.status)).toEqual(['cancelled']);
    await expectGuarantees(world);
  });
});

describe('a prompt seen by the status only', () => {
  it('A1: a polled wait of a running run opens a prompt once, however often it is polled', async () => {
    const world = polled((nth) =>
      nth < 8 ? status('waiting_for_approval', { last_event: 'approval.request' }) : status('completed'),
    );
    await runToTheEnd(world);
    const prompts = await eventsOf(world, 'act_1', 'ApprovalRequested');
    expect(prompts).toMatchObject([{ generation: 1, seen_by: 'poll', choices: null, request_id: null }]);
    expect((await resultsOf(world, 'act_1')).map((result) => result.status)).toEqual([
      'requires_human',
      'completed',
    ]);
  });

  it('A1: the prompt of later releases is taken from the status document', async () => {
    const world = polled((nth) =>
      nth < 3
        ? status('waiting_for_approval', { approval: { event: 'approval.request', ...PROMPT } })
        : status('completed'),
    );
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'ApprovalRequested')).toMatchObject([
      { request_id: PROMPT.request_id, choices: PROMPT.choices, provider: { command: PROMPT.command } },
    ]);
  });

  it('A1: beside an open stream a first sighting waits for the stream, so one question is not asked twice', async () => {
    const frames = [
      { waitMs: 15_100 },
      event('approval.request', { command: 'rm' }),
      { waitMs: 10_000 },
      event('run.completed', DONE),
    ];
    const world = streaming(frames, 'close', () => status('waiting_for_approval'));
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'ApprovalRequested')).toMatchObject([
      { generation: 1, seen_by: 'stream' },
    ]);
  });

  it('A1: beside a silent stream the second sighting opens the prompt', async () => {
    const frames = [{ waitMs: 30_000 }, event('run.completed', DONE)];
    const world = streaming(frames, 'close', () => status('waiting_for_approval'));
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'ApprovalRequested')).toMatchObject([
      { generation: 1, seen_by: 'poll' },
    ]);
  });
});
