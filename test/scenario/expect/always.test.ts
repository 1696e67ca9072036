import { bindingStream, sealEvents } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import type { PlannedRun } from '../file/planned-run.js';
import type { Scenario } from '../file/scenario.js';
import { runScenario, withEnding } from '../steps/run-scenario.js';
import { alwaysBroken } from './always.js';
import { endingOf, type Ending } from './ending.js';

const ACTION = 'act_always';
const RUN = { run_id: '$run', timestamp: 1_790_000_000.5 };

const SCENARIO: Scenario = {
  kind: 'scenario/1',
  case: 'always',
  profile: 'B',
  provider: [
    { on: 'POST /v1/runs', reply: { status: 202, json: { run_id: '$run', status: 'started' } } },
    {
      on: 'GET /v1/runs/{id}/events',
      reply: {
        status: 200,
        chunks: [
          { event: { event: 'message.delta', delta: 'a', ...RUN } },
          { event: { event: 'run.completed', output: 'a', ...RUN } },
        ],
      },
    },
  ],
  steps: [
    {
      do: 'deliver',
      message: {
        aip_version: '1.0',
        message_type: 'aip.core.v1.action',
        message_id: 'msg_always',
        sent_at: '2026-07-09T00:00:00Z',
        from: { id: 'agent:planner', kind: 'agent' },
        body: {
          action: {
            id: ACTION,
            capability_id: 'cap:hermes_agent:hermes-a:operator',
            input: { objective: 'Summarise' },
            mode: 'streaming',
            idempotency_key: 'key-always',
          },
        },
      },
    },
    { do: 'settle' },
  ],
  expect: { result: 'completed' },
};

function planned(change: Partial<Scenario> = {}): PlannedRun {
  const scenario = { ...SCENARIO, ...change };
  return { label: '', scenario, files: new Map(), seed: 7, source: null, crashOnlyFor: null };
}

/** What is found broken after the good run's ending was tampered with. */
function after(tamper: (ending: Ending) => Promise<void> | void): Promise<readonly string[]> {
  return withEnding(planned(), async (ending) => {
    expect(await alwaysBroken(ending)).toEqual([]);
    await tamper(ending);
    return alwaysBroken(await endingOf(ending.play));
  });
}

/** Appends an event to the binding as a product with a defect would. */
async function append(ending: Ending, type: string, data: object): Promise<void> {
  const { world } = ending;
  const stream = bindingStream(ACTION);
  const state = world.index.binding(ACTION);
  if (state === null) throw new Error('there is no binding');
  const { rows } = sealEvents(
    {
      stream,
      attemptId: world.random.uuid(),
      instanceId: 'defect',
      recordedAt: '2026-07-09T00:01:00Z',
      correlationId: null,
      causationId: 'msg_always',
      projection: state.projection,
      previousChain: state.chain,
    },
    [{ type, data }],
  );
  await world.log.store.append(stream, state.revision, rows);
  await world.index.refresh(world.log.store, stream);
}

describe('what is checked without being named', () => {
  it('a good run is not broken', async () => {
    expect(await runScenario(planned())).toEqual([]);
  });

  it('G1: a second claim', async () => {
    const claim = {
      claim_id: 'c',
      instance_id: 'i',
      claimed_at: '2026-07-09T00:00:00Z',
      expires_at: '2026-07-09T00:01:00Z',
    };
    const broken = await after((ending) => append(ending, 'RunStartClaimed', claim));
    expect(broken).toContainEqual(expect.stringMatching(/^G1 is broken for act_always/));
  });

  it('G4: a second end', async () => {
    const broken = await after((ending) => {
      const end = ending.world.index.events.find(({ row }) => row.type === 'RunCompleted');
      return append(ending, 'RunCompleted', JSON.parse(end?.row.data ?? '{}') as object);
    });
    expect(broken).toContainEqual(expect.stringMatching(/^G4 is broken for act_always/));
  });

  it('G10: the key in a log line', async () => {
    const broken = await after(({ world }) => {
      world.captured.loggerFor('i1').info({ header: `Bearer ${world.settings.apiKey}` }, 'sent');
    });
    expect(broken).toEqual(['G10 is broken: the API key is in a log line']);
  });

  it('G12 and the schema: a message that the log does not yield', async () => {
    const broken = await after(async ({ world }) => {
      const sink = world.bus.outputs.projectionSink('0');
      const record = { topic: 'results', key: ACTION, headers: {}, value: '{"body":{}}' } as const;
      await sink.publish([record], 'anywhere', await sink.position());
    });
    expect(broken).toContainEqual(expect.stringMatching(/^G12: 1 published messages are not of the log/));
    expect(broken).toContainEqual(expect.stringMatching(/^the published message \? is not valid/));
  });

  it('G12: an event whose message was never published', async () => {
    const chunk = { sequence: 9, event: 'message.delta', kind: 'data', provider: { delta: 'lost' } };
    expect(await after((ending) => append(ending, 'ProviderEventObserved', chunk))).toContainEqual(
      expect.stringMatching(/^G12: 1 messages are not published/),
    );
  });

  it('a request that no route answers', async () => {
    const [start] = SCENARIO.provider;
    if (start === undefined) throw new Error('the scenario has no route');
    const reasons = await runScenario(planned({ provider: [start], expect: {} }));
    expect(reasons.join('\n')).toMatch(/GET \/v1\/runs/);
  });

  it('a step that cannot come to hold is told with its number and what is open', async () => {
    const steps = [...SCENARIO.steps, { do: 'wait-for', state: 'failed' } as const];
    expect(await runScenario(planned({ steps }))).toEqual([
      'steps[2] (wait-for): nothing is ready and nothing is due; still open: act_always is completed, not failed',
    ]);
  });
});
