import { describe, expect, it } from 'vitest';
import { caseFile } from '../support/case-file.js';
import { event, HAPPY_FRAMES, provider, RUN_ID, status } from '../support/happy-run.js';
import { deltasOf, DONE, EVENTS, runToTheEnd, statusTimes, streaming } from '../support/observed-run.js';
import { eventsOf, resultOf } from '../support/published.js';
import type { ScriptedAnswer } from '../support/scripted-provider.js';
import { World } from '../support/world.js';

describe('the event stream', () => {
  it('O1: the stream is subscribed to once, right after binding, and asks for no compression', async () => {
    const world = streaming(HAPPY_FRAMES);
    await runToTheEnd(world);
    const [start, subscribe] = world.provider.seen;
    expect(subscribe).toMatchObject({ method: 'GET', path: `/v1/runs/${RUN_ID}/events`, atMs: start?.atMs });
    expect(subscribe?.headers['accept-encoding']).toBe('identity');
    expect(world.provider.count('GET', EVENTS)).toBe(1);
  });

  it.each([
    ['message.delta', 'data'],
    ['reasoning.available', 'thought'],
    ['tool.started', 'tool'],
    ['tool.completed', 'tool'],
    ['subagent.start', 'progress'],
    ['approval.responded', 'progress'],
    ['run.stopping', 'progress'],
    ['constructor', 'progress'],
    ['toString', 'progress'],
  ])('O2: %s becomes a chunk of kind %s', async (name, kind) => {
    const world = streaming([event(name, { delta: 'x' }), event('run.completed', DONE)]);
    await runToTheEnd(world);
    const [chunk] = await world.chunks('act_1');
    expect(chunk).toMatchObject({ kind, data: { hermes_operator: { event: name } } });
  });

  it.each([
    ['run.completed', 'done', 'completed'],
    ['run.cancelled', 'done', 'cancelled'],
    ['run.failed', 'error', 'failed'],
  ])('O2, O11: %s becomes the one closing chunk of kind %s', async (name, kind, result) => {
    const world = streaming([event('message.delta', { delta: 'a' }), event(name, { error: 'x' })]);
    await runToTheEnd(world);
    expect((await world.chunks('act_1')).map((chunk) => chunk['kind'])).toEqual(['data', kind]);
    expect((await resultOf(world, 'act_1')).status).toBe(result);
  });

  it('O3: a chunk names the source, its sequence and the whole event; a delta has its text as part', async () => {
    const world = streaming([event('message.delta', { delta: 'All ' }), event('run.completed', DONE)]);
    await runToTheEnd(world);
    const [delta] = await world.chunks('act_1');
    expect(delta).toEqual({
      action_id: 'act_1',
      sequence: 0,
      kind: 'data',
      data: {
        hermes_operator: {
          event: 'message.delta',
          run_id: RUN_ID,
          timestamp: 1_790_000_000.5,
          delta: 'All ',
        },
      },
      part: { type: 'text', text: 'All ' },
    });
  });

  it('O3: without mode streaming nothing but the result is published, and everything is recorded', async () => {
    const world = streaming(HAPPY_FRAMES);
    await runToTheEnd(world, { mode: 'sync' });
    expect(await world.chunks('act_1')).toEqual([]);
    expect((await world.binding('act_1'))?.binding.next_sequence).toBe(6);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });

  it('O3: publish_chunks always publishes for every mode', async () => {
    const world = streaming(HAPPY_FRAMES, 'close', undefined, { policy: { publish_chunks: 'always' } });
    await runToTheEnd(world, { mode: 'sync' });
    expect(await world.chunks('act_1')).toHaveLength(6);
  });

  it('O4, C111: above max_events only approval.* and run.* are recorded, and one chunk says so', async () => {
    const deltas = Array.from({ length: 25 }, () => event('message.delta', { delta: 'd' }));
    const frames = [...deltas, event('approval.responded', { choice: 'once' }), event('run.completed', DONE)];
    const world = streaming(frames, 'close', undefined, { policy: { max_events: 5 } });
    await runToTheEnd(world);
    const chunks = await world.chunks('act_1');
    expect(chunks.map((chunk) => chunk['kind'])).toEqual([
      ...Array.from({ length: 5 }, () => 'data'),
      'progress',
      'progress',
      'done',
    ]);
    expect(chunks[5]).toMatchObject({
      data: { hermes_operator: { event: 'connector.events_limited', max_events: 5 } },
    });
    expect(await eventsOf(world, 'act_1', 'StreamEnded')).toEqual([]);
  });

  it('O4, C63: a frame above 1 MiB ends the stream, not the run', async () => {
    const frames = [
      event('message.delta', { delta: 'a' }),
      event('run.completed', { output: 'x'.repeat(1_500_000) }),
    ];
    const world = streaming(frames, 'close', () => status('completed', { output: 'x'.repeat(1_500_000) }));
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'StreamEnded')).toMatchObject([{ reason: 'frame_limit' }]);
    expect((await resultOf(world, 'act_1')).output?.['provider']).toMatchObject({
      truncated: [{ path: '/output', bytes: 1_500_000 }],
    });
  });

  it('O2, O8: run.interrupted is no known end; the status decides', async () => {
    const world = streaming([event('run.interrupted', { error: 'restart' })], 'close', () =>
      status('interrupted'),
    );
    await runToTheEnd(world);
    expect((await world.binding('act_1'))?.binding).toMatchObject({
      status: 'outcome_unknown',
      last_event: 'run.interrupted',
    });
  });
});

describe('the end of the stream', () => {
  const completed = (): ScriptedAnswer => status('completed', { output: 'the end' });

  it.each([
    ['O6: 404 on subscribing', { status: 404, json: { error: { code: 'run_not_found' } } }, 'not_found'],
    ['O6: an HTTP failure', { status: 500, text: 'oops' }, 'http_status'],
    [
      'O6, C45: a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:9/?secret' } },
      'http_status',
    ],
    ['O6: an answer that is no event stream', { status: 200, json: {} }, 'decode'],
    ['O6: a refused connection', { broken: 'refused' }, 'transport'],
    ['O6: no head in time', { silent: true }, 'transport'],
    ['O6: a frame that is no JSON', { frames: [{ text: 'data: {"event"\n\n' }] }, 'decode'],
    ['O6: a frame that is no object', { frames: [{ text: 'data: [1]\n\n' }] }, 'decode'],
    ['O6: a reset', { frames: [event('message.delta', { delta: 'a' })], end: 'reset' }, 'transport'],
    [
      'O6, C17: a clean end without a terminal event',
      { frames: [{ text: caseFile('C17-cut.sse') }] },
      'closed',
    ],
    ['O6: an empty body', { frames: [] }, 'closed'],
  ] as const)('%s is followed by polling, never by a second subscription', async (_, answer, reason) => {
    const world = new World({
      script: provider({
        events: () => answer,
        status: (__, nth) => (nth < 3 ? status('running') : completed()),
      }),
    });
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'StreamEnded')).toMatchObject([{ reason }]);
    expect(world.provider.count('GET', EVENTS)).toBe('broken' in answer ? 0 : 1);
    expect(await resultOf(world, 'act_1')).toMatchObject({
      status: 'completed',
      message: [{ type: 'text', text: 'the end' }, { type: 'json' }],
    });
    expect((await world.chunks('act_1')).at(-1)?.['kind']).toBe('done');
  });

  it('O6: after the stream the status is read at once and then every poll_interval_ms', async () => {
    const world = streaming(
      [],
      'close',
      (nth) => (nth < 4 ? status('running', { updated_at: nth }) : completed()),
      {
        policy: { poll_interval_ms: 700 },
      },
    );
    await runToTheEnd(world);
    expect(statusTimes(world)).toEqual([0, 700, 1_400, 2_100]);
  });

  it('O6: polling slows down to 5 s while nothing changes, and starts again when something does', async () => {
    const world = streaming([], 'close', (nth) =>
      nth < 9
        ? status('running')
        : nth < 11
          ? status('running', { last_event: 'tool.started' })
          : completed(),
    );
    await runToTheEnd(world);
    const times = statusTimes(world);
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 250, 500]);
  });

  it('O7, C19: ids and replay are not used to subscribe again; nothing is published twice', async () => {
    const world = streaming([{ text: caseFile('C19-first.sse') }], 'reset', () =>
      status('completed', { output: 'one two three four five' }),
    );
    await runToTheEnd(world);
    expect(deltasOf(await world.events('act_1'))).toEqual(['one ', 'two ', 'three ']);
    expect(world.provider.count('GET', EVENTS)).toBe(1);
    expect((await resultOf(world, 'act_1')).message?.[0]).toEqual({
      type: 'text',
      text: 'one two three four five',
    });
  });

  it('O7, C21: ids that start again are evidence only; nothing is dropped or overwritten', async () => {
    const frames = ['a', 'b', 'c', 'X', 'Y'].map((delta, index) => ({
      text: `id: ${(index % 3) + 1}\ndata: ${JSON.stringify({ event: 'message.delta', run_id: RUN_ID, delta })}\n\n`,
    }));
    const world = streaming(frames, 'reset', () => status('interrupted', { error: 'restarted' }));
    await runToTheEnd(world);
    expect(deltasOf(await world.events('act_1'))).toEqual(['a', 'b', 'c', 'X', 'Y']);
    expect((await world.binding('act_1'))?.binding.status).toBe('outcome_unknown');
  });

  it('C95: provider times of every kind are kept as evidence and order nothing', async () => {
    const world = streaming([{ text: caseFile('C95-events.sse') }]);
    await runToTheEnd(world);
    expect(deltasOf(await world.events('act_1')).join('')).toBe('01234567');
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });

  it('C90: keys and names like __proto__ are plain data', async () => {
    const world = streaming([{ text: caseFile('C90-events.sse') }]);
    await runToTheEnd(world);
    expect((await world.chunks('act_1')).map((chunk) => chunk['kind'])).toEqual([
      'data',
      'progress',
      'progress',
      'done',
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('C91: lone surrogates are kept in the log and published as well-formed text', async () => {
    const world = streaming([{ text: caseFile('C91-deltas.sse') }]);
    await runToTheEnd(world);
    const logged = (await world.events('act_1')).map(({ data }) => data).join('');
    expect(logged).toContain(String.raw`x \ud83d`);
    const chunks = await world.chunks('act_1');
    expect(chunks).toHaveLength(4);
    expect(JSON.stringify(chunks)).not.toMatch(/\\ud[89a-f]/i);
  });

  it('G3, O5: an end that the stream brings during the last read at the deadline is recorded', async () => {
    const frames = [{ waitMs: 10_050 }, event('run.completed', DONE)];
    const slow = (): ScriptedAnswer => ({ ...status('running'), delayMs: 100 });
    const world = streaming(frames, 'open', slow, { policy: { timeout_ms: 10_000 } });
    await runToTheEnd(world);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });
});
