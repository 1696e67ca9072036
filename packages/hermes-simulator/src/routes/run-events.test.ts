import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, Lab } from '../fidelity/lab.js';

const TICKS = { name: 'ticks', turns: [{ chunks: ['n0', 'n1', 'n2', 'n3', 'n4', 'n5'], gap: 1 }] };
const SHORT = { name: 'short', turns: [{ chunks: ['done'] }] };
const ASKS = {
  name: 'asks',
  turns: [{ toolCalls: [{ name: 'terminal', arguments: { command: 'rm -r ./x' } }] }, { chunks: ['end'] }],
};

describe('event stream of profile B', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await Lab.start({ scripts: [TICKS, SHORT, ASKS], approvalTimeoutMs: 900_000 });
  });
  afterEach(() => lab.close());

  it('5.2/1: the first reader gets everything from the start, even after the end', async () => {
    const runId = await lab.startRun('SCRIPT=short');
    await lab.clock.advance(200_000);
    const stream = await lab.events(runId);
    expect(eventsOf(stream)).toEqual(['done', 'reasoning.available', 'run.completed', ': stream closed']);
    expect(stream.end).toBe('whole');
    expect(stream.chunks).toHaveLength(4);
  });

  it('5.2/2: without a queue the answer is 404 after about one second', async () => {
    const stream = await lab.events('run_00');
    await lab.clock.advance(900);
    expect(stream.status).toBeUndefined();
    await lab.clock.advance(200);
    expect(stream.status).toBe(404);
    expect(stream.text).toContain('"code": "run_not_found"');
  });

  it('5.2/3: two readers get alternate events and only one the end mark', async () => {
    const runId = await lab.startRun('SCRIPT=ticks');
    const a = await lab.events(runId);
    const b = await lab.events(runId);
    await lab.clock.advance(8_000);
    expect(eventsOf(a)).toEqual(['n0', 'n2', 'n4', 'reasoning.available', ': stream closed']);
    expect(eventsOf(b)).toEqual(['n1', 'n3', 'n5', 'run.completed']);
    expect([a.end, b.end]).toEqual(['whole', 'open']);
    await lab.clock.advance(60_000);
    expect(eventsOf(b).slice(4)).toEqual([': keepalive', ': keepalive']);
    expect(b.end).toBe('open');
  });

  it('5.2/4: when the first reader has left, the stream is 404 while the run goes on', async () => {
    const runId = await lab.startRun('SCRIPT=ticks');
    const first = await lab.events(runId);
    await lab.clock.advance(1_500);
    first.destroy();
    await lab.clock.advance(1_000);
    const second = await lab.events(runId);
    await lab.clock.advance(1_100);
    expect(second.status).toBe(404);
    expect(await lab.status(runId)).toBe('running');
    await lab.clock.advance(5_000);
    expect(await lab.status(runId)).toBe('completed');
  });

  it('5.2/5: a reader back before the next write gets 200 and then keepalives only, for ever', async () => {
    const runId = await lab.startRun('SCRIPT=ticks');
    const first = await lab.events(runId);
    await lab.clock.advance(1_500);
    first.destroy();
    const zombie = await lab.events(runId);
    expect(zombie.status).toBe(200);
    await lab.clock.advance(100_000);
    expect(eventsOf(zombie)).toEqual([': keepalive', ': keepalive', ': keepalive']);
    expect(zombie.end).toBe('open');
    expect(await lab.status(runId)).toBe('completed');
  });

  it('5.2/6: an unread stream is swept after 300 s, the run keeps its controls', async () => {
    const runId = await lab.startRun('SCRIPT=asks');
    await lab.clock.advance(375_000);
    const stream = await lab.events(runId);
    await lab.clock.advance(1_100);
    expect(stream.status).toBe(404);
    expect(await lab.status(runId)).toBe('waiting_for_approval');
    expect((await lab.send('POST', `/v1/runs/${runId}/approval`, { choice: 'once' })).status).toBe(200);
    await lab.clock.advance(1_000);
    expect(await lab.status(runId)).toBe('completed');
  });

  it('5.2/6: a connected reader is never swept', async () => {
    const runId = await lab.startRun('SCRIPT=asks');
    const stream = await lab.events(runId);
    await lab.clock.advance(400_000);
    await lab.send('POST', `/v1/runs/${runId}/approval`, { choice: 'deny' });
    await lab.clock.advance(1_000);
    expect(eventsOf(stream).slice(-2)).toEqual(['run.completed', ': stream closed']);
  });

  it('5.2/8: a reader that does not read slows nothing down and misses nothing', async () => {
    const big = 'x'.repeat(1_000_000);
    lab.simulator.setScript({ name: 'big', turns: [{ chunks: [big, big, big, big] }] });
    const runId = await lab.startRun('SCRIPT=big');
    const stream = await lab.events(runId);
    stream.pause();
    await lab.clock.advance(1_000);
    expect(await lab.status(runId)).toBe('completed');
    stream.resume();
    await lab.clock.until(() => stream.end !== 'open', lab.clock.now() + 10_000);
    for (let turn = 0; turn < 200 && stream.end === 'open'; turn += 1) await lab.clock.advance(0);
    expect(eventsOf(stream).filter((event) => event === big)).toHaveLength(4);
    expect(stream.end).toBe('whole');
  });

  it('4.4: a terminal status is 404 after 3600 s and at most one sweep', async () => {
    const runId = await lab.startRun('SCRIPT=short');
    await lab.clock.advance(3_590_000);
    expect(await lab.status(runId)).toBe('completed');
    await lab.clock.advance(80_000);
    expect(await lab.status(runId)).toBe('404');
  });
});
