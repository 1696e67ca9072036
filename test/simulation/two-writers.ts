import { bindingStream } from '@aip-hermes/binding';
import { AmbiguousAppend } from '@aip-hermes/event-log';
import type { CommandBatch } from '@aip-hermes/message-bus';
import type { ScriptedAnswer, SeenRequest } from '../support/scripted-provider.js';
import { SeededRandom } from '../support/seeded-random.js';
import { Process, World, WORLD_KEY, type WorldOptions } from '../support/world.js';
import type { Violation } from './model/facts.js';
import { RaceJudge } from './race-judge.js';

const ACTIONS = ['act_1', 'act_2', 'act_3'] as const;
/** Both get the records and answer for them within so much virtual time of each other. */
const APART_MS = 20;
/** An append takes so long on either way at most. */
const APPEND_MS = 20;
/** How often it is not known what became of an append. */
const AMBIGUOUS = 0.15;
const RUNS_MS = 300;
const ENDS_WITHIN_MS = 600_000;
/** What the clock says when the race does not come to its end. */
const NEVER_OVER = /^(nothing is ready|the condition did not hold)/;

/**
 * One world, two processes that both got the same records, as after a rebalance that the first has not noticed: a record
 * each for three Actions and a place for one run each. Whatever they do, each run is started once and ends once.
 */
export async function raceOfTwo(seed: number): Promise<readonly Violation[]> {
  const random = new SeededRandom(seed * 6_700_417 + 4);
  const judge = new RaceJudge(WORLD_KEY);
  const pause = (): Promise<void> =>
    new Promise((resolve) => void world.clock.after(random.below(APPEND_MS), resolve));
  const options: WorldOptions = {
    seed,
    policy: { max_concurrent_runs: 1 },
    script: (request) => answer(request, judge),
    faults: {
      beforeAppend: async () => {
        await pause();
        if (random.chance(AMBIGUOUS)) throw new AmbiguousAppend('simulated, not written');
      },
      afterAppend: async (stream, events, outcome) => {
        if (outcome.kind === 'appended') judge.appended(stream, outcome.revision, events);
        await pause();
        if (random.chance(AMBIGUOUS)) throw new AmbiguousAppend('simulated, written');
      },
    },
  };
  const world: World = new World(options);
  const pair = [new Process(world, options), new Process(world, options)];
  await Promise.all(pair.map(({ connector }) => connector.start()));
  const records = ACTIONS.map((action, offset) => recordOf(world, action, offset));
  let handled = 0;
  for (const { connector } of pair) {
    world.clock.after(random.below(APART_MS), () => {
      const decided = (): void => undefined;
      connector.handle({ partition: 0, records, decided, signal: new AbortController().signal }).then(
        () => (handled += 1),
        (error: unknown) => world.failures.push(error),
      );
    });
  }
  const over = (): boolean => world.failures.length > 0 || (handled === 2 && pair.every(({ idle }) => idle));
  try {
    await world.clock.runUntil(over, ENDS_WITHIN_MS);
  } catch (error) {
    if (!(error instanceof Error && NEVER_OVER.test(error.message))) throw error;
    judge.stalled(error.message);
  }
  for (const error of world.failures)
    judge.failed(`a process failed: ${error instanceof Error ? error.message : 'unknown'}`);
  judge.end(ACTIONS.map(bindingStream));
  return judge.violations;
}

function recordOf(world: World, action: string, offset: number): CommandBatch['records'][number] {
  const value = new TextEncoder().encode(JSON.stringify(world.action(action)));
  return { topic: 'commands', partition: 0, offset, key: null, value, headers: {}, timestampMs: 0 };
}

/** Accepts every start; each run says a word and completes. */
function answer(request: SeenRequest, judge: RaceJudge): ScriptedAnswer {
  const { method, path, body, atMs } = request;
  if (method === 'POST') {
    const session = (JSON.parse(body ?? '{}') as { session_id: string }).session_id;
    judge.called({ at: atMs, method, path, session });
    return { status: 202, json: { run_id: runOf(session), status: 'started' } };
  }
  const runId = path.split('/')[3] ?? '';
  judge.called({ at: atMs, method, path, session: runId });
  if (!path.endsWith('/events')) return { status: 200, json: { run_id: runId, status: 'running' } };
  const say = (name: string, more: object): { event: Record<string, unknown> } => ({
    event: { event: name, run_id: runId, timestamp: 1, ...more },
  });
  const word = say('message.delta', { delta: 'Hello' });
  return { frames: [word, { waitMs: RUNS_MS }, say('run.completed', { output: 'Hello' })] };
}

function runOf(session: string): string {
  return `run_${session}`;
}
