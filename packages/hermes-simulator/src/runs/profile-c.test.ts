import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Lab, LAB_KEY } from '../fidelity/lab.js';
import { RawExchange } from '../fidelity/raw-exchange.js';
import { settle } from '../fidelity/manual-clock.js';

const HOUR_MS = 3_600_000;
const QUICK = { name: 'quick', turns: [{ chunks: ['done'] }] };
const SLOW = { name: 'slow', turns: [{ delay: 30, chunks: ['late'] }] };
const ASKS = {
  name: 'asks',
  turns: [{ toolCalls: [{ name: 'terminal', arguments: { command: 'rm -r ./x' } }] }, { chunks: ['end'] }],
};
const LAST = { name: 'last', steps: [{ text: ['x'], gapMs: 1000 }, { complete: { output: 'kept' } }] };

describe('profile C', () => {
  let lab: Lab;
  const open: RawExchange[] = [];
  beforeEach(async () => {
    lab = await Lab.start({ profile: 'C', scripts: [QUICK, SLOW, ASKS, LAST], maxConcurrentRuns: 1 });
  });
  afterEach(async () => {
    for (const exchange of open.splice(0)) exchange.destroy();
    await lab.close();
  });

  const call = async (
    method: string,
    path: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    apiKey = LAB_KEY,
  ): Promise<RawExchange> => {
    const exchange = new RawExchange(lab.simulator.port, {
      method,
      path,
      headers: [
        ['Host', '127.0.0.1'],
        ['Authorization', `Bearer ${apiKey}`],
        ['Content-Length', String(body.length)],
        ...Object.entries(headers),
      ],
      body: Buffer.from(body),
    });
    open.push(exchange);
    for (let turn = 0; turn < 50 && !exchange.answered; turn += 1) await settle(2);
    return exchange;
  };
  const start = (
    body: string,
    headers: Readonly<Record<string, string>> = { 'Idempotency-Key': 'k1' },
  ): Promise<RawExchange> => call('POST', '/v1/runs', body, headers);
  const runOf = (exchange: RawExchange): string => /run_[0-9a-f]{32}/.exec(exchange.text)?.[0] ?? '';
  const code = (exchange: RawExchange): string => /"code": "?(\w+)/.exec(exchange.text)?.[1] ?? '';
  const quick = '{"input": "SCRIPT=quick", "session_id": "s"}';

  it('8: the same key and body replay the first run, also reordered, at the cap and after the end', async () => {
    const slow = '{"input": "SCRIPT=slow", "session_id": "s"}';
    const first = await start(slow);
    expect(first.text).toContain('"status": "started", "replayed": false');
    const again = await start('{"session_id": "s", "input": "SCRIPT=slow"}');
    expect([again.status, runOf(again)]).toEqual([202, runOf(first)]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toContain('"status": "running", "replayed": true');
    await lab.clock.advance(40_000);
    expect((await start(slow)).text).toContain('"status": "completed", "replayed": true');
    expect(lab.simulator.callRecord.acceptedBySession().get('s')).toBe(1);
  });

  it('8: another body or another session key is a conflict', async () => {
    await start(quick);
    await lab.clock.advance(1000);
    const other = await start('{"input": "SCRIPT=quick", "session_id": "s", "x": 1}');
    expect([other.status, code(other)]).toEqual([409, 'idempotency_key_conflict']);
    const sessionKey = await start(quick, { 'Idempotency-Key': 'k1', 'X-Hermes-Session-Key': 'm' });
    expect(sessionKey.status).toBe(409);
  });

  it.each(['a b', 'k'.repeat(256), '\u00e9'])('8: the key %j is refused', async (key) => {
    const refused = await start(quick, { 'Idempotency-Key': key });
    expect([refused.status, code(refused)]).toEqual([400, 'invalid_idempotency_key']);
  });

  it('8: neither a 400 nor a 429 leaves a record', async () => {
    expect((await start('{"input": ""}')).status).toBe(400);
    await start('{"input": "SCRIPT=slow"}', {});
    expect((await start(quick)).status).toBe(429);
    await lab.clock.advance(40_000);
    expect((await start(quick)).text).toContain('"replayed": false');
  });

  it('3.4: bad JSON at the cap is 400', async () => {
    await start('{"input": "SCRIPT=slow"}', {});
    expect((await start('{bad', {})).status).toBe(400);
  });

  it('4.4: after SIGKILL a keyed run is interrupted, never started again; an unkeyed one is 404', async () => {
    const keyed = runOf(await start('{"input": "SCRIPT=slow"}'));
    await lab.simulator.restart();
    expect(await lab.status(keyed)).toBe('interrupted');
    const replay = await start('{"input": "SCRIPT=slow"}');
    expect([runOf(replay), replay.text.includes('"status": "interrupted", "replayed": true')]).toEqual([
      keyed,
      true,
    ]);
    const unkeyed = runOf(await start('{"input": "SCRIPT=slow"}', {}));
    await lab.simulator.restart();
    expect(await lab.status(unkeyed)).toBe('404');
  });

  it('4.4: a keyed run outlives the memory, its record ends 24 h after the last update', async () => {
    const runId = runOf(await start(quick));
    await lab.clock.advance(2 * HOUR_MS);
    expect(await lab.status(runId)).toBe('completed');
    await lab.clock.advance(23 * HOUR_MS);
    expect(await lab.status(runId)).toBe('404');
    const again = await start(quick);
    expect(again.text).toContain('"replayed": false');
    expect(runOf(again)).not.toBe(runId);
  });

  it('8: a store in memory says so and forgets at a restart', async () => {
    const memory = await Lab.start({ profile: 'C', durableIdempotency: false });
    const capabilities = await memory.send('GET', '/v1/capabilities');
    expect(capabilities.text).toContain('"runs_idempotency": {"supported": true, "durable": false');
    await memory.close();
  });

  it('1.2: another key sees 404 for every earlier run, and its idempotency keys are its own', async () => {
    const runId = runOf(await start(quick));
    await lab.clock.advance(1000);
    const other = 'another-key-of-the-tests';
    lab.simulator.rotateKey(other);
    expect((await call('GET', `/v1/runs/${runId}`, '', {}, other)).status).toBe(404);
    expect((await call('POST', `/v1/runs/${runId}/stop`, '', {}, other)).status).toBe(404);
    const own = await call('POST', '/v1/runs', quick, { 'Idempotency-Key': 'k1' }, other);
    expect(own.text).toContain('"replayed": false');
    lab.simulator.rotateKey(LAB_KEY);
    expect(await lab.status(runId)).toBe('completed');
  });

  it('4.1: the question is in the status while it waits; a wrong request id is 409', async () => {
    const runId = runOf(await start('{"input": "SCRIPT=asks"}', {}));
    await lab.clock.advance(100);
    const status = await lab.send('GET', `/v1/runs/${runId}`);
    const requestId = /"request_id": "([0-9a-f]{32})"/.exec(status.text)?.[1] ?? '';
    const answer = (body: object) =>
      lab.send('POST', `/v1/runs/${runId}/approval`, { choice: 'once', ...body });
    expect(code(await answer({ request_id: 'f'.repeat(32) }))).toBe('approval_not_pending');
    expect(code(await answer({ request_id: '' }))).toBe('invalid_approval_request');
    const right = await answer({ request_id: requestId });
    expect(right.text).toContain(`"choice": "once", "request_id": "${requestId}", "resolved": 1`);
    expect((await lab.send('GET', `/v1/runs/${runId}`)).text).not.toContain('"approval":');
  });

  it('7.1: a stop keeps the result of a turn that ends normally; on the ended run it shows the status', async () => {
    const runId = runOf(await start('{"input": "SCRIPT=quick"}', {}));
    await lab.clock.advance(55);
    await lab.send('POST', `/v1/runs/${runId}/stop`);
    await lab.clock.advance(1000);
    expect(await lab.status(runId)).toBe('completed');
    const stopped = await lab.send('POST', `/v1/runs/${runId}/stop`);
    expect([stopped.status, stopped.text.includes('"output": "done"')]).toEqual([200, true]);
  });

  it('7.2: steer is taken while running, and comes back when it was too late', async () => {
    const runId = runOf(await start('{"input": "SCRIPT=slow"}', {}));
    const steer = (body: object) => lab.send('POST', `/v1/runs/${runId}/steer`, body);
    expect((await steer({ text: 'hurry' })).text).toContain('"accepted": true');
    expect(code(await steer({ input: '' }))).toBe('invalid_steer_input');
    await lab.clock.advance(40_000);
    expect(code(await steer({ input: 'x' }))).toBe('run_not_accepting_steer');
    expect((await lab.send('GET', `/v1/runs/${runId}`)).text).toContain('"pending_steer": "hurry"');
  });
});
