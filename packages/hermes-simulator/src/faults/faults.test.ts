import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, Lab } from '../fidelity/lab.js';

const TICKS = { name: 'ticks', turns: [{ chunks: ['n0', 'n1', 'n2', 'n3'], gap: 1 }] };

describe('planned faults', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await Lab.start({ scripts: [TICKS], defaultScript: 'ticks' });
  });
  afterEach(() => lab.close());

  it('lost 202: the run exists and works, the client sees a closed connection', async () => {
    lab.simulator.faults.set([{ route: 'start', fault: { kind: 'lost-answer' } }]);
    const lost = await lab.send('POST', '/v1/runs', { input: 'x', session_id: 's' });
    expect([lost.status, lost.end]).toEqual([undefined, 'cut']);
    expect(lab.simulator.callRecord.startsOf('s')).toBe(1);
    const runId = lab.simulator.callRecord.all()[0]?.runId ?? '';
    await lab.clock.advance(10_000);
    expect(await lab.status(runId)).toBe('completed');
    expect(lab.simulator.faults.pending()).toEqual([]);
  });

  it('delayed 202: the run starts at once, the answer comes late', async () => {
    lab.simulator.faults.set([{ route: 'start', fault: { kind: 'delayed-answer', delayMs: 5_000 } }]);
    const late = await lab.send('POST', '/v1/runs', { input: 'x' });
    await lab.clock.advance(4_900);
    expect(late.status).toBeUndefined();
    expect(await lab.status(lab.simulator.callRecord.all()[0]?.runId ?? '')).toBe('completed');
    await lab.clock.advance(200);
    expect(late.status).toBe(202);
  });

  it('an answered start creates no run and is counted as a start, not as accepted', async () => {
    lab.simulator.faults.set([
      {
        route: 'start',
        fault: { kind: 'answer', status: 503, body: 'bad gateway', headers: { 'Retry-After': '7' } },
      },
    ]);
    const refused = await lab.send('POST', '/v1/runs', { input: 'x', session_id: 's' });
    expect([refused.status, refused.text, refused.headers.get('retry-after')]).toEqual([
      503,
      'bad gateway',
      '7',
    ]);
    expect(lab.simulator.callRecord.startsOf('s')).toBe(1);
    expect(lab.simulator.callRecord.acceptedBySession().get('s')).toBeUndefined();
    expect((await lab.send('POST', '/v1/runs', { input: 'x', session_id: 's' })).status).toBe(202);
    expect(lab.simulator.callRecord.acceptedBySession().get('s')).toBe(1);
  });

  it.each([
    ['before', ['n0', 'n1'], ''],
    ['after', ['n0', 'n1', 'n2'], ''],
    ['inside', ['n0', 'n1'], 'data: {"event": "message.delta"'],
  ] as const)('cut stream %s frame 3: no final chunk', async (where, whole, half) => {
    const runId = await lab.startRun('x');
    lab.simulator.faults.set([
      { route: 'events', runId, fault: { kind: 'cut-stream', afterEvents: 2, where } },
    ]);
    const stream = await lab.events(runId);
    await lab.clock.advance(10_000);
    expect(stream.end).toBe('cut');
    const frames = stream.text.split('\n\n');
    expect(
      frames.slice(0, -1).map((frame) => (JSON.parse(frame.slice(6)) as { delta: string }).delta),
    ).toEqual(whole);
    expect(frames.at(-1)?.startsWith(half)).toBe(true);
    expect(await lab.status(runId)).toBe('completed');
  });

  it('stalled stream: no byte after n frames, not even a keepalive, and no end', async () => {
    const runId = await lab.startRun('x');
    lab.simulator.faults.set([{ route: 'events', fault: { kind: 'stall-stream', afterEvents: 1 } }]);
    const stream = await lab.events(runId);
    await lab.clock.advance(120_000);
    expect([eventsOf(stream), stream.end]).toEqual([['n0'], 'open']);
  });

  it('terminate: run.cancelled that nobody asked for, then a new process that knows no run', async () => {
    const runId = await lab.startRun('x FAULT=terminate:1');
    const stream = await lab.events(runId);
    await lab.clock.advance(10_000);
    expect(eventsOf(stream)).toEqual(['n0', 'run.cancelled', ': stream closed']);
    expect(await lab.status(runId)).toBe('404');
  });

  it('odd frames: CRLF, event, id and retry lines around the same data', async () => {
    const runId = await lab.startRun('x FAULT=odd-frames');
    const stream = await lab.events(runId);
    await lab.clock.advance(1000);
    expect(stream.text).toMatch(/^event: message\r\nid: x0\r\nretry: 1000\r\ndata: \{.*"n0"\}\r\n\r\n/);
  });

  it('split frames: the same text in more chunks', async () => {
    const runId = await lab.startRun('x');
    lab.simulator.faults.set([{ route: 'events', fault: { kind: 'split-frames', pieces: 4 } }]);
    const stream = await lab.events(runId);
    await lab.clock.advance(10_000);
    expect(eventsOf(stream).slice(-2)).toEqual(['run.completed', ': stream closed']);
    expect(stream.chunks.length).toBe(6 * 4 + 1);
  });

  it('status 5xx n times, after letting some pass', async () => {
    const runId = await lab.startRun('x');
    lab.simulator.faults.set([
      { route: 'status', fault: { kind: 'answer', status: 502 }, skip: 1, times: 2 },
    ]);
    const seen = [];
    for (let poll = 0; poll < 4; poll += 1) seen.push((await lab.send('GET', `/v1/runs/${runId}`)).status);
    expect(seen).toEqual([200, 502, 502, 200]);
  });

  it('4.4: a restart in mid stream cuts it, every run is 404, the transcript stays', async () => {
    const runId = await lab.startRun('x', 's');
    lab.simulator.faults.set([{ route: 'events', fault: { kind: 'restart', afterEvents: 2 } }]);
    const stream = await lab.events(runId);
    await lab.clock.advance(2_000);
    expect([eventsOf(stream), stream.end]).toEqual([['n0', 'n1'], 'cut']);
    expect(await lab.status(runId)).toBe('404');
    expect((await lab.send('GET', '/api/sessions/s/messages')).text).toContain('"role": "user"');
  });

  it('refused connections come back after a while', async () => {
    lab.simulator.faults.set([{ route: 'start', fault: { kind: 'refuse-connections', forMs: 2_000 } }]);
    await lab.startRun('x');
    expect((await lab.send('GET', '/health')).refused).toBe(true);
    await lab.clock.advance(2_100);
    expect((await lab.send('GET', '/health')).status).toBe(200);
  });
});

describe('faults asked for by the input', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await Lab.start({ scripts: [TICKS], defaultScript: 'ticks' });
  });
  afterEach(() => lab.close());

  it('a marker on the start strikes once for one body', async () => {
    const first = await lab.send('POST', '/v1/runs', { input: 'FAULT=start-429 go' });
    const second = await lab.send('POST', '/v1/runs', { input: 'FAULT=start-429 go' });
    expect([first.status, second.status]).toEqual([429, 202]);
  });

  it('a marker for later requests strikes its own run only', async () => {
    const marked = await lab.startRun('{\\"text\\":\\"FAULT=status-500:2\\"}');
    const other = await lab.startRun('plain');
    const seen = [
      await lab.status(other),
      await lab.status(marked),
      await lab.status(marked),
      await lab.status(marked),
    ];
    expect(seen).toEqual(['running', '500', '500', 'running']);
  });

  it('FAULT=cut-stream:2 ends the stream after two events', async () => {
    const stream = await lab.events(await lab.startRun('FAULT=cut-stream:2'));
    await lab.clock.advance(10_000);
    expect([eventsOf(stream), stream.end]).toEqual([['n0', 'n1'], 'cut']);
  });
});
