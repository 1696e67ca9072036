import { describe, expect, it } from 'vitest';
import { event, RUN_ID, status } from '../support/happy-run.js';
import { deltasOf, DONE, polled, runToTheEnd, statusTimes, streaming } from '../support/observed-run.js';
import { eventsOf, resultOf } from '../support/published.js';
import type { World } from '../support/world.js';

describe('the status beside an open stream', () => {
  it('C15: a stream that is silent for 400 s survives; the status is read every 15 s', async () => {
    const frames = [
      event('message.delta', { delta: 'a' }),
      { waitMs: 400_000 },
      event('run.completed', DONE),
    ];
    const world = streaming(frames);
    await runToTheEnd(world);
    expect(statusTimes(world)).toEqual(Array.from({ length: 26 }, (_, index) => (index + 1) * 15_000));
    expect(await eventsOf(world, 'act_1', 'StreamEnded')).toEqual([]);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });

  it('O10: while a person is asked the status is read every 5 s, from when the prompt opened', async () => {
    const frames = [
      { waitMs: 2_000 },
      event('approval.request', { command: 'rm' }),
      { waitMs: 16_000 },
      event('run.completed', DONE),
    ];
    const world = streaming(frames, 'close', () => status('waiting_for_approval'));
    await runToTheEnd(world);
    expect(statusTimes(world)).toEqual([7_000, 12_000, 17_000]);
    expect((await world.binding('act_1'))?.binding.status).toBe('completed');
  });

  it('O10: what the stream says after the prompt is recorded', async () => {
    const frames = [
      event('approval.request', { command: 'rm' }),
      { waitMs: 9_000 },
      event('message.delta', { delta: 'after' }),
      event('run.completed', DONE),
    ];
    const world = streaming(frames, 'close', () => status('waiting_for_approval'));
    await runToTheEnd(world);
    expect(deltasOf(await world.events('act_1'))).toEqual(['after']);
  });

  it('a terminal status waits 2 s for the stream to say it itself, and the stream goes first', async () => {
    const frames = [
      { waitMs: 15_500 },
      event('message.delta', { delta: 'late' }),
      { waitMs: 1_000 },
      event('run.completed', { output: 'by stream' }),
    ];
    const world = streaming(frames, 'close', () => status('completed', { output: 'by status' }));
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'RunCompleted')).toMatchObject([
      { seen_by: 'stream', provider: { output: 'by stream' } },
    ]);
    expect(deltasOf(await world.events('act_1'))).toEqual(['late']);
  });

  it('O11: when the stream stays silent for those 2 s the status ends the run, with one closing chunk', async () => {
    const world = streaming([event('message.delta', { delta: 'a' })], 'open', () =>
      status('completed', { output: 'x' }),
    );
    await runToTheEnd(world);
    const events = await world.events('act_1');
    const end = events.find(({ type }) => type === 'RunCompleted');
    expect(JSON.parse(end?.metadata ?? '{}')).toMatchObject({ recorded_at: '2026-07-09T00:00:17Z' });
    expect((await world.chunks('act_1')).map((chunk) => chunk['kind'])).toEqual(['data', 'done']);
  });

  it('O11: a stream that closes while its end is awaited is not polled again', async () => {
    const world = streaming([{ waitMs: 15_500 }], 'close', () => status('failed', { error: 'bad model' }));
    await runToTheEnd(world);
    expect(statusTimes(world)).toEqual([15_000]);
    expect(await eventsOf(world, 'act_1', 'StreamEnded')).toEqual([]);
    expect((await resultOf(world, 'act_1')).status).toBe('failed');
  });

  it('O9: a failed read beside the stream is said and changes nothing', async () => {
    const frames = [{ waitMs: 20_000 }, event('run.completed', DONE)];
    const world = streaming(frames, 'close', () => ({ status: 503, json: {} }));
    await runToTheEnd(world);
    expect(world.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });

  it('O8: an unsupported word beside the stream is confirmed after poll_interval_ms before it is believed', async () => {
    const world = streaming([], 'open', () => status('superseded'));
    await runToTheEnd(world);
    expect(statusTimes(world)).toEqual([15_000, 15_250]);
    expect(await eventsOf(world, 'act_1', 'RunOutcomeUnknown')).toMatchObject([
      { phase: 'observation', evidence: { status_word: 'superseded' } },
    ]);
  });

  it('O9: a 404 beside the stream that the next read does not repeat is forgotten', async () => {
    const frames = [{ waitMs: 20_000 }, event('run.completed', DONE)];
    const world = streaming(frames, 'close', (nth) =>
      nth === 1 ? { status: 404, json: {} } : status('running'),
    );
    await runToTheEnd(world);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });
});

describe('polling', () => {
  it.each(['queued', 'running', 'stopping', 'waiting_for_approval'])(
    'O8: %s is followed on',
    async (word) => {
      const world = polled((nth) => (nth < 4 ? status(word) : status('completed', { output: 'x' })));
      await runToTheEnd(world);
      expect((await world.binding('act_1'))?.binding.status).toBe('completed');
    },
  );

  it.each([
    ['completed', 'completed', 'done'],
    ['failed', 'failed', 'error'],
    ['cancelled', 'cancelled', 'done'],
  ])('O8, O11: %s ends the run and closes its chunks', async (word, result, kind) => {
    const world = polled(() => status(word));
    await runToTheEnd(world);
    expect((await resultOf(world, 'act_1')).status).toBe(result);
    expect((await world.chunks('act_1')).at(-1)?.['kind']).toBe(kind);
    expect(statusTimes(world)).toHaveLength(1);
  });

  it.each(['interrupted', 'unrecoverable', '', '__proto__'])(
    'O8, G3, C30: %j that a second poll confirms is unknown, with the word as evidence',
    async (word) => {
      const world = polled((nth) => (nth < 3 ? { broken: 'refused' } : status(word)));
      await runToTheEnd(world);
      expect(await eventsOf(world, 'act_1', 'RunOutcomeUnknown')).toMatchObject([
        { phase: 'observation', evidence: { request_sent: true, status_word: word } },
      ]);
      expect(await resultOf(world, 'act_1')).toMatchObject({
        status: 'failed',
        error: { code: 'connector.hermes_agent.operator_outcome_unknown', details: { rule: 'O8' } },
      });
    },
  );

  it('O8, C30: an unsupported word that is followed by completed is completed', async () => {
    const world = polled((nth) =>
      nth === 1 ? status('recovery_pending') : status('completed', { output: 'x' }),
    );
    await runToTheEnd(world);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });

  it('O8: a failed read between two unsupported words neither confirms nor clears', async () => {
    const world = polled((nth) => (nth === 2 ? { status: 502, text: 'proxy' } : status('superseded')));
    await runToTheEnd(world);
    expect(statusTimes(world)).toHaveLength(3);
    expect((await world.binding('act_1'))?.binding.status).toBe('outcome_unknown');
  });

  it('O8: a known word between two unsupported ones clears the suspicion', async () => {
    const words = ['superseded', 'running', 'superseded', 'running', 'completed'];
    const world = polled((nth) => status(words[nth - 1] ?? 'completed'));
    await runToTheEnd(world);
    expect((await world.binding('act_1'))?.binding.status).toBe('completed');
  });

  it('O9, C30: a confirmed 404 on a bound run is unknown', async () => {
    const world = polled(() => ({ status: 404, json: { error: { code: 'run_not_found' } } }));
    await runToTheEnd(world);
    expect(statusTimes(world)).toEqual([0, 250]);
    expect((await resultOf(world, 'act_1')).error?.details).toMatchObject({ rule: 'O9', run_id: RUN_ID });
  });

  it('O9: a 404 that the next poll does not repeat is forgotten', async () => {
    const world = polled((nth) => (nth === 1 ? { status: 404, text: 'not here' } : status('completed')));
    await runToTheEnd(world);
    expect((await world.binding('act_1'))?.binding.status).toBe('completed');
  });

  it.each([
    ['a refused connection', { broken: 'refused' }],
    ['a reset', { broken: 'reset' }],
    ['429', { status: 429, json: {}, headers: { 'retry-after': '1' } }],
    ['500', { status: 500, text: 'oops' }],
    ['503', { status: 503, json: {} }],
    ['401', { status: 401, json: {} }],
    ['403', { status: 403, text: '' }],
    ['400', { status: 400, json: {} }],
    ['a redirect', { status: 301, headers: { location: '/elsewhere' } }],
    ['a body that is no document', { status: 200, text: '<html>' }],
  ] as const)('O9: %s is retried, loudly, until the run is seen to end', async (_, answer) => {
    const world = polled((nth) => (nth < 6 ? answer : status('completed', { output: 'x' })));
    await runToTheEnd(world);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    expect(world.lines.filter(({ message }) => message.startsWith('a status read failed'))).toHaveLength(5);
  });

  it('O9: Retry-After is respected up to 30 s', async () => {
    const wait = (nth: number): string => (nth === 1 ? '7' : '3600');
    const world = polled((nth) =>
      nth < 3 ? { status: 429, json: {}, headers: { 'retry-after': wait(nth) } } : status('completed'),
    );
    await runToTheEnd(world);
    expect(statusTimes(world)).toEqual([0, 7_000, 37_000]);
  });

  it('O5, O9: reads that fail to the end leave the outcome unknown at the deadline', async () => {
    const world = polled(() => ({ status: 503, json: {} }));
    await runToTheEnd(world);
    const [unknown] = await eventsOf(world, 'act_1', 'RunOutcomeUnknown');
    expect(unknown).toMatchObject({ phase: 'observation', evidence: { request_sent: true } });
    expect(JSON.stringify(unknown)).toContain('HTTP 503');
    expect(statusTimes(world).at(-1)).toBe(900_000);
  });
});

describe('the deadline', () => {
  async function endOf(world: World): Promise<unknown> {
    const end = (await world.events('act_1')).find(({ type }) => type === 'RunOutcomeUnknown');
    return (JSON.parse(end?.metadata ?? '{}') as { recorded_at?: unknown }).recorded_at;
  }

  it('O5: at the policy time-out the run is unknown, and it says that the run was not stopped', async () => {
    const world = streaming([], 'open');
    await runToTheEnd(world);
    expect(await endOf(world)).toBe('2026-07-09T00:15:00Z');
    const result = await resultOf(world, 'act_1');
    expect(result.error).toMatchObject({
      code: 'connector.hermes_agent.operator_outcome_unknown',
      details: { rule: 'O5' },
    });
    expect(result.error?.message).toContain('was not stopped');
    expect(await eventsOf(world, 'act_1', 'RunOutcomeUnknown')).toMatchObject([{ phase: 'observation' }]);
  });

  it('O5: a shorter timeout_ms of the Action counts', async () => {
    const world = streaming([], 'open');
    await runToTheEnd(world, { timeout_ms: 60_000 });
    expect(await endOf(world)).toBe('2026-07-09T00:01:00Z');
  });

  it('O5: a longer timeout_ms of the Action does not', async () => {
    const world = streaming([], 'open', undefined, { policy: { timeout_ms: 30_000 } });
    await runToTheEnd(world, { timeout_ms: 60_000 });
    expect(await endOf(world)).toBe('2026-07-09T00:00:30Z');
  });

  it('O5, G3: at the deadline the provider is asked once more, so a known end is not unknown', async () => {
    const world = streaming(
      [],
      'open',
      (nth) => (nth === 1 ? status('completed', { output: 'just' }) : status('running')),
      {
        policy: { timeout_ms: 10_000 },
      },
    );
    await runToTheEnd(world);
    expect(statusTimes(world)).toEqual([10_000]);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });

  it('O5: an end already read from the status wins over the deadline', async () => {
    const world = streaming([], 'open', () => status('completed', { output: 'x' }), {
      policy: { timeout_ms: 16_000 },
    });
    await runToTheEnd(world);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    expect(statusTimes(world)).toEqual([15_000]);
  });

  it('O5: polling ends at the deadline', async () => {
    const world = streaming([], 'close', undefined, { policy: { timeout_ms: 12_000 } });
    await runToTheEnd(world);
    expect(await endOf(world)).toBe('2026-07-09T00:00:12Z');
    expect(statusTimes(world).at(-1)).toBe(12_000);
  });
});
