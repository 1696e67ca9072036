import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { caseFile } from '../support/case-file.js';
import { expectGuarantees } from '../support/guarantees.js';
import { event, HAPPY_FRAMES, provider, RUN_ID, status } from '../support/happy-run.js';
import { DONE, polled, runToTheEnd, streaming } from '../support/observed-run.js';
import { eventsOf, resultOf, resultsOf } from '../support/published.js';
import { World, WORLD_KEY } from '../support/world.js';

const FACTS = {
  endpoint_id: 'hermes-a',
  run_id: RUN_ID,
  session_id: 'aip-operator-act_1',
  source_action_id: 'act_1',
  delegation_id: null,
  parent_action_id: null,
  pending_approval: null,
};

describe('the result of a run', () => {
  it('R1, R2, R3: completed has the output members in order, a text part and a json part', async () => {
    const world = streaming(HAPPY_FRAMES);
    await runToTheEnd(world);
    const result = await resultOf(world, 'act_1');
    expect(Object.keys(result.output ?? {})).toEqual([
      'endpoint_id',
      'run_id',
      'session_id',
      'source_action_id',
      'delegation_id',
      'parent_action_id',
      'status',
      'last_event',
      'pending_approval',
      'provider',
    ]);
    expect(result).toMatchObject({ status: 'completed', output: { ...FACTS, status: 'completed' } });
    expect(result.output).toMatchObject({
      last_event: 'run.completed',
      provider: { event: 'run.completed', output: 'All good.' },
    });
    expect(result.message).toEqual([
      { type: 'text', text: 'All good.' },
      { type: 'json', data: result.output },
    ]);
    expect(result.error).toBeUndefined();
  });

  it('R2, R3: failed has an error with the words of the provider, and no message', async () => {
    const world = streaming([event('run.failed', { error: 'HTTP 400 from provider: bad model' })]);
    await runToTheEnd(world);
    const result = await resultOf(world, 'act_1');
    expect(result).toMatchObject({
      status: 'failed',
      output: { ...FACTS, status: 'failed', last_event: 'run.failed' },
      error: {
        code: 'connector.hermes_agent.operator_failed',
        details: { provider_error: 'HTTP 400 from provider: bad model' },
      },
    });
    expect(result.message).toBeUndefined();
  });

  it.each([undefined, '', null, 12, { deep: true }])(
    'R2: a failure that says %j still ends',
    async (error) => {
      const world = streaming([event('run.failed', error === undefined ? {} : { error })]);
      await runToTheEnd(world);
      expect((await resultOf(world, 'act_1')).error?.message).toBe(
        'The Hermes run failed: without saying why',
      );
    },
  );

  it('R2, R3, G3: an unknown outcome is a failure whose error says so', async () => {
    const world = polled(() => status('superseded'));
    await runToTheEnd(world);
    const result = await resultOf(world, 'act_1');
    expect(result).toMatchObject({
      status: 'failed',
      output: { ...FACTS, status: 'outcome_unknown', provider: null },
      error: { code: 'connector.hermes_agent.operator_outcome_unknown' },
    });
    expect(result.message).toBeUndefined();
  });

  it('X10, G8: a cancelled that nobody asked for is cancelled, and the error warns of side effects', async () => {
    const world = streaming([event('run.cancelled')]);
    await runToTheEnd(world);
    const result = await resultOf(world, 'act_1');
    expect(result).toMatchObject({
      status: 'cancelled',
      error: { code: 'connector.hermes_agent.provider_stopped', details: { rule: 'X10' } },
    });
    expect(result.message).toBeUndefined();
    expect((await world.chunks('act_1')).at(-1)?.['kind']).toBe('done');
  });

  it('X10, G8: the same when the status says it', async () => {
    const world = polled(() => status('cancelled'));
    await runToTheEnd(world);
    expect((await resultOf(world, 'act_1')).error?.code).toBe('connector.hermes_agent.provider_stopped');
  });

  it('R3, C26: an empty output invents no text; the odd evidence goes with the result untouched', async () => {
    const world = streaming([{ text: caseFile('C26-empty-output.sse') }]);
    await runToTheEnd(world);
    const result = await resultOf(world, 'act_1');
    expect(result.message?.map((part) => part['type'])).toEqual(['json']);
    expect(result.output?.['provider']).toMatchObject({
      output: '',
      usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    });
  });

  it('C88: counters of the provider beyond exact numbers keep their digits', async () => {
    const world = streaming([{ text: caseFile('C88-usage.sse') }]);
    await runToTheEnd(world);
    const text = JSON.stringify(await resultOf(world, 'act_1'));
    expect(text).toContain('9223372036854775808');
    expect(text).toContain('9223372036854775809');
    expect(text).not.toContain('9223372036854776');
  });

  it('R5: every open invocation gets the outcome under its own correlation', async () => {
    const world = streaming([{ waitMs: 1_000 }, event('run.completed', DONE)]);
    await world.boot();
    const commands = [world.action('act_1'), world.action('act_1'), world.action('act_1')];
    for (const command of commands) await world.deliver(command);
    await world.settle();
    const results = await world.published('results');
    expect(results.map(({ value }) => [value['in_response_to'], value['correlation_id']])).toEqual(
      commands.map((command) => [command['message_id'], command['correlation_id']]),
    );
    await expectGuarantees(world);
  });

  it('R5: after a RequiresHuman the end goes once more to the source', async () => {
    const frames = [
      event('approval.request', { command: 'rm' }),
      { waitMs: 100 },
      event('run.completed', DONE),
    ];
    const world = streaming(frames);
    await runToTheEnd(world);
    const results = await resultsOf(world, 'act_1');
    expect(results.map((result) => result.status)).toEqual(['requires_human', 'completed']);
  });

  it('R6, C111: an over-long output keeps its first part; size and digest of the whole are named', async () => {
    const output = 'x'.repeat(300_000);
    const frames = [
      event('tool.completed', { tool: 'terminal', preview: 'p'.repeat(250_000) }),
      { waitMs: 10 },
      event('run.completed', { ...DONE, output }),
    ];
    const world = streaming(frames);
    await runToTheEnd(world);
    const { output: kept, message } = await resultOf(world, 'act_1');
    const provider = kept?.['provider'] as { output: string; truncated: unknown };
    expect(provider.truncated).toEqual([
      { path: '/output', bytes: 300_000, sha256: createHash('sha256').update(output).digest('hex') },
    ]);
    expect(output.startsWith(provider.output)).toBe(true);
    expect(provider.output.length).toBeGreaterThan(250_000);
    expect(message?.[0]).toEqual({ type: 'text', text: provider.output });
    const [tool] = await world.chunks('act_1');
    expect(JSON.stringify(tool)).toContain('"truncated":[{"path":"/preview","bytes":250000');
  });

  it('G4: replaying a finished Action gives the same result again, byte for byte', async () => {
    const world = streaming(HAPPY_FRAMES);
    await runToTheEnd(world);
    const before = JSON.stringify(await world.events('act_1'));
    await world.deliver(world.action('act_1'));
    await world.settle();
    const [first, second] = (await world.published('results')).map(({ value }) =>
      JSON.stringify(value['body']),
    );
    expect(second).toBe(first);
    expect(JSON.stringify(await world.events('act_1'))).toBe(before);
    await expectGuarantees(world);
  });

  it('G4: the first end recorded is final, whatever the provider says afterwards', async () => {
    const frames = [
      event('run.completed', DONE),
      event('run.failed', { error: 'no' }),
      event('message.delta', { delta: 'z' }),
    ];
    const world = streaming(frames);
    await runToTheEnd(world);
    expect((await world.events('act_1')).at(-1)?.type).toBe('RunCompleted');
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });
});

describe('secrets', () => {
  it('C52: credentials in provider text are masked before they are stored, and are in no log line', async () => {
    const world = streaming([{ text: caseFile('C52-events.sse') }]);
    await runToTheEnd(world);
    const stored = JSON.stringify([
      await world.events('act_1'),
      await world.published('stream_chunks', 'results'),
    ]);
    expect(stored).not.toContain('CANARY-77');
    expect(JSON.stringify(world.lines)).not.toContain('CANARY-77');
    const output = (await eventsOf(world, 'act_1', 'RunCompleted'))[0]?.['provider'];
    expect(output).toMatchObject({ usage: { input_tokens: 11, output_tokens: 5, total_tokens: 16 } });
  });

  it.each([
    [
      'an event',
      {
        events: () => ({
          frames: [
            event('message.delta', { delta: `key ${WORLD_KEY}` }),
            event('run.completed', { output: WORLD_KEY }),
          ],
        }),
      },
    ],
    [
      'the name of an event',
      { events: () => ({ frames: [event(WORLD_KEY), event('run.completed', DONE)] }) },
    ],
    [
      'the failure of a run',
      { events: () => ({ frames: [event('run.failed', { error: `bad key ${WORLD_KEY}` })] }) },
    ],
    [
      'a prompt',
      {
        events: () => ({
          frames: [
            event('approval.request', {
              command: `echo ${WORLD_KEY}`,
              request_id: WORLD_KEY,
              choices: [WORLD_KEY],
            }),
            event('run.completed', DONE),
          ],
        }),
      },
    ],
    [
      'a refused start',
      {
        start: () => ({
          status: 400,
          json: { error: { message: `no ${WORLD_KEY}`, code: WORLD_KEY } },
          headers: { 'x-echo': WORLD_KEY },
        }),
      },
    ],
    [
      'a run id in a server error',
      {
        start: () => ({ status: 500, json: { run_id: WORLD_KEY } }),
        status: () => ({ status: 404, json: {} }),
      },
    ],
    ['a run id', { start: () => ({ status: 202, json: { run_id: WORLD_KEY } }) }],
    ['a status word', { events: () => ({ frames: [] }), status: () => status(WORLD_KEY) }],
    [
      'a status document',
      {
        events: () => ({ frames: [] }),
        status: () => status('completed', { output: WORLD_KEY, [WORLD_KEY]: 1 }),
      },
    ],
    [
      'a failed status read',
      {
        events: () => ({ frames: [] }),
        status: (_: unknown, nth: number) =>
          nth < 3
            ? { status: 503, text: WORLD_KEY, headers: { 'retry-after': WORLD_KEY } }
            : status('completed'),
      },
    ],
    [
      'a redirect',
      {
        events: () => ({ status: 302, headers: { location: `http://127.0.0.1:9/?k=${WORLD_KEY}` } }),
        status: () => status('completed'),
      },
    ],
  ] as const)('G10: the API key repeated in %s is in no event, message or log line', async (_, routes) => {
    const world = new World({ script: provider(routes) });
    await runToTheEnd(world);
    expect(world.provider.seen[0]?.headers['authorization']).toContain(WORLD_KEY);
  });
});
