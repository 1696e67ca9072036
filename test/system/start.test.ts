import { describe, expect, it } from 'vitest';
import { ACCEPTED, HAPPY_FRAMES, provider, RUN_ID, status } from '../support/happy-run.js';
import { eventsOf, resultOf, resultsOf } from '../support/published.js';
import { World } from '../support/world.js';

const STARTS = /^\/v1\/runs$/;

async function run(world: World): Promise<void> {
  await world.boot();
  await world.deliver(world.action('act_1'));
  await world.settle();
  expect(world.failures).toEqual([]);
}

describe('the start fence', () => {
  it('S1: the claim carries its id, owner, time and expiry after start_claim_ttl_ms', async () => {
    const world = new World({ script: provider() });
    await run(world);
    const [claim] = await eventsOf(world, 'act_1', 'RunStartClaimed');
    expect(claim).toEqual({
      claim_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      instance_id: world.process.connector.instanceId,
      claimed_at: '2026-07-09T00:00:00Z',
      expires_at: '2026-07-09T00:01:00Z',
    });
  });

  it('S2, G1: concurrent invocations of one Action start one run and all get its result', async () => {
    const world = new World({ script: provider({ start: () => ({ ...ACCEPTED, delayMs: 500 }) }) });
    await world.boot();
    for (let copy = 0; copy < 3; copy += 1) await world.deliver(world.action('act_1'));
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect((await resultsOf(world, 'act_1')).map((result) => result.status)).toEqual([
      'completed',
      'completed',
      'completed',
    ]);
  });

  it('S3: a 4xx is a definite failure with the status in its details', async () => {
    const world = new World({
      script: provider({
        start: () => ({ status: 400, json: { error: { message: 'bad model', code: null } } }),
      }),
    });
    await run(world);
    const result = await resultOf(world, 'act_1');
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'connector.hermes_agent.operator_start_rejected', details: { http_status: 400 } },
    });
    expect((await world.binding('act_1'))?.binding.status).toBe('failed');
  });

  it('S3: a 429 passes on how long to wait', async () => {
    const world = new World({
      script: provider({ start: () => ({ status: 429, json: {}, headers: { 'retry-after': '1' } }) }),
    });
    await run(world);
    expect((await resultOf(world, 'act_1')).error).toMatchObject({ retry_after_ms: 1000 });
  });

  it('S4, B6: an accepted start is bound, its claim cleared, and observed at once', async () => {
    const world = new World({ script: provider() });
    await run(world);
    const binding = (await world.binding('act_1'))?.binding;
    expect(binding).toMatchObject({
      run_id: RUN_ID,
      start_claim: null,
      status: 'completed',
      last_event: 'run.completed',
      next_sequence: 6,
    });
    expect(world.provider.count('GET', /\/events$/)).toBe(1);
  });

  it.each([
    '../../health',
    'run_a/../../v1/models',
    'run_a?x=1#f',
    'run_a\u0000b',
    'x'.repeat(5_000),
    12,
    '',
    '.',
  ])('S4: the run id %j cannot be one path segment and counts as none', async (runId) => {
    const world = new World({
      script: provider({ start: () => ({ status: 202, json: { run_id: runId, status: 'started' } }) }),
    });
    await run(world);
    expect((await world.binding('act_1'))?.binding.status).toBe('outcome_unknown');
    expect(world.provider.seen.filter((request) => request.method === 'GET')).toEqual([]);
  });

  it('S5: a 2xx without a run id is unknown', async () => {
    const world = new World({
      script: provider({ start: () => ({ status: 202, json: { status: 'started' } }) }),
    });
    await run(world);
    expect((await resultOf(world, 'act_1')).error?.code).toBe(
      'connector.hermes_agent.operator_outcome_unknown',
    );
  });

  it.each([
    ['a reset after the request was sent', { broken: 'reset' } as const, true],
    ['a refused connection', { broken: 'refused' } as const, false],
    ['503', { status: 503, json: {} }, true],
    ['500', { status: 500, text: 'oops' }, true],
    ['a redirect', { status: 307, json: {} }, true],
    ['an unreadable body', { status: 202, text: '{"run_id": "run_' }, true],
    ['no answer within the call time', { silent: true } as const, true],
  ])(
    'S6, G3: %s is unknown, never repeated, and the evidence says whether it was sent',
    async (_, answer, sent) => {
      const world = new World({ script: provider({ start: () => answer }) });
      await run(world);
      const [unknown] = await eventsOf(world, 'act_1', 'RunOutcomeUnknown');
      expect(unknown).toMatchObject({ phase: 'start', evidence: { request_sent: sent } });
      expect(await resultOf(world, 'act_1')).toMatchObject({
        status: 'failed',
        error: { details: { request_sent: sent } },
      });
      await world.deliver(world.action('act_1'));
      await world.settle();
      expect(world.provider.count('POST', STARTS)).toBeLessThanOrEqual(1);
    },
  );

  it('S6: the call is given up ten seconds before the claim ends', async () => {
    const world = new World({ script: provider({ start: () => ({ silent: true }) }) });
    await run(world);
    const [unknown] = (await world.events('act_1')).filter((event) => event.type === 'RunOutcomeUnknown');
    const metadata = JSON.parse(unknown?.metadata ?? '{}') as { recorded_at: string };
    expect(metadata.recorded_at).toBe('2026-07-09T00:00:50Z');
  });

  it('S7: a claim whose owner died before binding is unknown after the restart, and nothing is sent again', async () => {
    const world = new World({ script: provider({ start: () => ({ silent: true }) }) });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    world.crash();
    await world.boot();
    await world.settle();
    expect((await world.binding('act_1'))?.binding.status).toBe('outcome_unknown');
    expect(world.provider.count('POST', STARTS)).toBe(1);
  });

  it('S8: an invocation that meets the unexpired claim of a live owner waits for its outcome', async () => {
    const world = new World({ script: provider({ start: () => ({ ...ACCEPTED, delayMs: 40_000 }) }) });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    await world.deliver(world.action('act_1'));
    await world.clock.advance(30_000);
    expect((await world.binding('act_1'))?.binding).toMatchObject({ status: 'starting', run_id: null });
    expect((await eventsOf(world, 'act_1', 'InvocationAccepted')).length).toBe(2);
    expect(await resultsOf(world, 'act_1')).toEqual([]);
    await world.settle();
    expect((await resultsOf(world, 'act_1')).map((result) => result.status)).toEqual([
      'completed',
      'completed',
    ]);
    expect(world.provider.count('POST', STARTS)).toBe(1);
  });

  it('S9: a run id in an answer that does not bind is read, and its end is late evidence', async () => {
    const world = new World({
      script: provider({
        start: () => ({ status: 500, json: { run_id: RUN_ID } }),
        status: (_, nth) => (nth < 3 ? status('running') : status('completed', { output: 'done after all' })),
      }),
    });
    await run(world);
    const [late] = await eventsOf(world, 'act_1', 'LateEvidenceRecorded');
    expect(late).toMatchObject({ what: 'run_ended', run_id: RUN_ID, provider: { output: 'done after all' } });
    expect((await world.binding('act_1'))?.binding.status).toBe('outcome_unknown');
    expect(world.provider.count('GET', /\/events$/)).toBe(0);
  });

  it('S10: when the time of the claim is used up before sending, nothing is sent and the owner says so', async () => {
    const world = new World({
      script: provider(),
      faults: {
        afterAppend: (_, events) => {
          if (events.some((it) => it.type === 'RunStartClaimed')) world.clock.skip(55_000);
        },
      },
    });
    await run(world);
    expect(world.provider.count('POST', STARTS)).toBe(0);
    expect(await resultOf(world, 'act_1')).toMatchObject({
      status: 'failed',
      error: { code: 'connector.hermes_agent.operator_not_started', details: { request_sent: false } },
    });
  });

  it('S10: a start that cannot be built is not sent, and the owner says so', async () => {
    const world = new World({ script: provider(), policy: { max_concurrent_runs: 1 } });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2'));
    await world.clock.advance(10);
    const waiting = world.process.connector.open;
    const policy = world.process.endpoint.policy as { model: unknown };
    policy.model = 1n;
    await world.settle();
    expect(waiting).toBe(2);
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect((await resultOf(world, 'act_2')).error?.code).toBe('connector.hermes_agent.operator_not_started');
  });
});

describe('what the provider is sent', () => {
  it('I6, I7, I9: one POST with payload, instructions and session, without the Action id in the payload', async () => {
    const world = new World({ script: provider(), policy: { model: 'house-model' } });
    await run(world);
    const [start] = world.provider.seen;
    const body = JSON.parse(start?.body ?? '{}') as Record<string, string>;
    expect(Object.keys(body)).toEqual(['input', 'instructions', 'session_id', 'model']);
    expect(body['session_id']).toBe('aip-operator-act_1');
    expect(JSON.parse(body['input'] ?? '{}')).toMatchObject({
      kind: 'aip_operator_objective',
      objective: 'Summarise the report',
    });
    expect(body['input']).not.toContain('act_1');
    expect(start?.headers['idempotency-key']).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(HAPPY_FRAMES.length).toBeGreaterThan(0);
  });
});
