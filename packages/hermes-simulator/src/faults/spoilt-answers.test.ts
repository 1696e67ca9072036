import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Lab } from '../fidelity/lab.js';
import type { RawExchange } from '../fidelity/raw-exchange.js';
import type { Fault } from './fault-rule.js';

const SMILES = { name: 'smiles', turns: [{ chunks: ['\u00e4\u{1F600}', 'b'] }] };

describe('checklist, fault injection: answers and frames that are not as they should be', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await Lab.start({ scripts: [SMILES], defaultScript: 'smiles' });
  });
  afterEach(() => lab.close());

  async function startWith(fault: Fault): Promise<RawExchange> {
    lab.simulator.faults.set([{ route: 'start', fault }]);
    return lab.send('POST', '/v1/runs', { input: 'x', session_id: 's' });
  }

  async function streamWith(fault: Fault): Promise<RawExchange> {
    lab.simulator.faults.set([{ route: 'events', fault }]);
    const stream = await lab.events(await lab.startRun('x'));
    await lab.clock.until(() => stream.end !== 'open', lab.clock.now() + 10_000);
    return stream;
  }

  it('wrong content type, truncated JSON, a page of a proxy', async () => {
    const wrong = await startWith({ kind: 'wrong-type' });
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([202, 'text/html']);
    const half = await startWith({ kind: 'truncated' });
    expect([half.status, half.end]).toEqual([202, 'whole']);
    expect(() => JSON.parse(half.text) as unknown).toThrow(SyntaxError);
    const proxy = await startWith({ kind: 'answer', status: 502 });
    expect([proxy.status, proxy.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(lab.simulator.callRecord.acceptedBySession().get('s')).toBe(2);
  });

  it('slow body: the head at once, the body over the time that was asked for', async () => {
    const slow = await startWith({ kind: 'slow-body', overMs: 8000 });
    expect([slow.status, slow.end]).toEqual([202, 'open']);
    await lab.clock.advance(7900);
    expect(slow.end).toBe('open');
    await lab.clock.advance(200);
    expect(slow.end).toBe('whole');
    expect(slow.text).toContain('run_');
  });

  it('duplicate request: two runs from one POST, the client is told of the first', async () => {
    const answer = await startWith({ kind: 'duplicate-request' });
    const runs = lab.simulator.callRecord.all().map(({ runId }) => runId);
    expect(new Set(runs).size).toBe(2);
    expect(answer.text).toContain(runs[0]);
  });

  it('stalled server: no request is answered meanwhile, not even health', async () => {
    const start = await startWith({ kind: 'stall-server', forMs: 30_000 });
    const health = await lab.send('GET', '/health');
    await lab.clock.advance(29_000);
    expect([start.status, health.status]).toEqual([undefined, undefined]);
    await lab.clock.advance(2000);
    expect([start.status, health.status]).toEqual([202, 200]);
  });

  it('repeated frames, frames of many data lines, characters split over chunks', async () => {
    const twice = await streamWith({ kind: 'repeat-frames' });
    expect(twice.text.match(/run\.completed/g)).toHaveLength(2);
    const lines = await streamWith({ kind: 'multi-line' });
    expect(lines.text).toContain('data: {\ndata:  "event": "message.delta",\n');
    const split = await streamWith({ kind: 'split-utf8' });
    // Each chunk was decoded alone: the halves of a character do not join.
    expect(split.text).toContain('\ufffd');
    expect(Math.max(...split.chunks.map((chunk) => chunk.length))).toBeLessThan(30);
  });

  it('the clock jumps: timestamps go back, waits do not', async () => {
    const runId = await lab.startRun('x');
    lab.simulator.jumpClock(-3_600_000);
    const stream = await lab.events(runId);
    await lab.clock.advance(1000);
    const [, stamp = ''] = /"timestamp": ([\d.]+)/.exec(stream.text) ?? [];
    expect(Number(stamp) * 1000).toBeLessThan(lab.clock.now() - 3_000_000);
    expect(await lab.status(runId)).toBe('completed');
  });
});
