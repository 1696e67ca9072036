import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, Lab } from '../fidelity/lab.js';
import { KEPT_EVENTS } from './replay-log.js';

const TICKS = { name: 'ticks', turns: [{ chunks: ['n0', 'n1', 'n2', 'n3'], gap: 1 }] };
const MANY = { name: 'many', turns: [{ chunks: ['m'], repeat: 1500 }] };
const AGAIN = {
  name: 'again',
  turns: [{ chunks: ['again'], toolCalls: [{ name: 'terminal', arguments: { command: 'echo x' } }] }],
};

describe('profile D', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await Lab.start({ profile: 'D', scripts: [TICKS, MANY, AGAIN], maxTurns: 3 });
  });
  afterEach(() => lab.close());

  it('15: a run that ended can be replayed for 300 s', async () => {
    const runId = await lab.startRun('SCRIPT=ticks');
    await lab.clock.advance(200_000);
    expect((await lab.events(runId)).text).toContain('id: 5\ndata: {"event": "run.completed"');
    await lab.clock.advance(200_000);
    const late = await lab.events(runId);
    await lab.clock.advance(2_000);
    expect(late.status).toBe(404);
  });

  it('15: an unknown run is 404 at once', async () => {
    expect((await lab.events('run_00')).status).toBe(404);
  });

  it('15: the last 1000 events are kept, and the stream says what is missing', async () => {
    const runId = await lab.startRun('SCRIPT=many');
    await lab.clock.advance(1000);
    const { text } = await lab.events(runId);
    const frames = text.split('\n\n');
    expect(frames[1]).toMatch(/^data: \{"event": "replay\.truncated", .*"oldest_retained_seq": 502\}$/);
    expect(frames.filter((frame) => frame.startsWith('id: '))).toHaveLength(KEPT_EVENTS);
  });

  it('15: a reader that does not read is dropped without terminal event and closing comment', async () => {
    // Numbers: the repetition guard must not see one short piece over and over.
    const huge = Array.from({ length: 20_000 }, (_, number) => number).join(' ');
    lab.simulator.setScript({ name: 'huge', turns: [{ chunks: [huge], repeat: 400 }] });
    const runId = await lab.startRun('SCRIPT=huge');
    const stream = await lab.events(runId);
    stream.pause();
    await lab.clock.advance(20_000);
    stream.resume();
    await lab.clock.until(() => stream.end !== 'open', lab.clock.now() + 20_000);
    expect(stream.end).toBe('whole');
    expect(stream.text).not.toContain('run.completed');
    expect(stream.text).not.toContain('stream closed');
  });

  it('4.2: a used-up budget is failed without error, with output and the reason', async () => {
    const runId = await lab.startRun('SCRIPT=again');
    await lab.clock.advance(20_000);
    const { text } = await lab.send('GET', `/v1/runs/${runId}`);
    expect(text).toContain('"status": "failed"');
    expect(text).not.toContain('"error"');
    expect(text).toContain('"turn_exit_reason": "max_iterations_reached(3/3)"');
    expect(text).toContain('"completed": false, "partial": false, "interrupted": false');
  });

  it('4.5: SIGTERM drains: new runs are 503, a live one shows it and may end', async () => {
    const runId = await lab.startRun('SCRIPT=ticks');
    const stream = await lab.events(runId);
    const ended = lab.simulator.shutdown();
    expect((await lab.send('POST', '/v1/runs', { input: 'x' })).status).toBe(503);
    expect((await lab.send('GET', `/v1/runs/${runId}`)).text).toContain('"shutdown_requested_at"');
    await lab.clock.advance(10_000);
    await ended;
    expect(eventsOf(stream).length).toBeGreaterThan(0);
    expect(stream.text).toContain('run.completed');
  });

  it('4.5: what lives when the drain is over becomes interrupted', async () => {
    const runId = await lab.startRun('SCRIPT=ticks');
    const stream = await lab.events(runId);
    const ended = lab.simulator.shutdown(1000);
    await lab.clock.advance(10_000);
    await ended;
    expect(stream.text).toContain(`"event": "run.interrupted", "run_id": "${runId}"`);
    expect(stream.text).toContain('"interrupted": true');
  });
});
