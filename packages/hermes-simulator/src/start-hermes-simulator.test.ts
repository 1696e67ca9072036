import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Lab, LAB_KEY } from './fidelity/lab.js';
import { scaledClock } from './clock.js';
import { startHermesSimulator } from './start-hermes-simulator.js';

describe('a simulator as a whole', () => {
  it('refuses a short key and an unknown default script', async () => {
    await expect(startHermesSimulator({ apiKey: 'short' })).rejects.toThrow('apiKey');
    await expect(startHermesSimulator({ apiKey: LAB_KEY, defaultScript: 'x' })).rejects.toThrow(
      'default script',
    );
  });

  it('4.4: a restart keeps the port, forgets every run, keeps the record', async () => {
    const lab = await Lab.start();
    const { port } = lab.simulator;
    const runId = await lab.startRun('SCRIPT=plain', 's');
    await lab.simulator.restart();
    expect(lab.simulator.port).toBe(port);
    expect(await lab.status(runId)).toBe('404');
    expect(lab.simulator.callRecord.startsOf('s')).toBe(1);
    await lab.close();
  });

  it('after close nothing listens and open streams are cut', async () => {
    const lab = await Lab.start();
    const stream = await lab.events(await lab.startRun('SCRIPT=long'));
    await lab.simulator.close();
    await lab.clock.advance(0);
    expect(stream.end).toBe('cut');
    const [error] = (await once(connect(lab.simulator.port, '127.0.0.1'), 'error')) as [
      NodeJS.ErrnoException,
    ];
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('runs on real time, sped up', async () => {
    const simulator = await startHermesSimulator({ apiKey: LAB_KEY, timeScale: 100 });
    const headers = { authorization: `Bearer ${LAB_KEY}` };
    const started = await fetch(`${simulator.url}/v1/runs`, {
      method: 'POST',
      headers,
      body: '{"input": "SCRIPT=run-tool-with-reasoning"}',
    });
    const { run_id: runId } = (await started.json()) as { run_id: string };
    const text = await (await fetch(`${simulator.url}/v1/runs/${runId}/events`, { headers })).text();
    expect(text).toContain('"output": "Nothing there."');
    expect(text.endsWith(': stream closed\n\n')).toBe(true);
    await simulator.close();
  });

  it('4.4: with timeScale the 3600 s of a finished status pass in about a second', async () => {
    const clock = scaledClock(4000);
    const simulator = await startHermesSimulator({ apiKey: LAB_KEY, clock });
    const headers = { authorization: `Bearer ${LAB_KEY}` };
    const start = { method: 'POST', headers, body: '{"input": "SCRIPT=plain"}' };
    const { run_id: runId } = (await (await fetch(`${simulator.url}/v1/runs`, start)).json()) as {
      run_id: string;
    };
    const startedAt = clock.now();
    const status = async (): Promise<number> => {
      const answer = await fetch(`${simulator.url}/v1/runs/${runId}`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await status()).toBe(200);
    while ((await status()) === 200);
    expect(clock.now() - startedAt).toBeGreaterThan(3_600_000);
    await simulator.close();
  });

  it('every built-in script comes to its own end', async () => {
    const ends: Record<string, string> = {};
    const lab = await Lab.start();
    for (const name of ['plain', 'run-tool-with-reasoning', 'approval', 'failing', 'long']) {
      const runId = await lab.startRun(`SCRIPT=${name}`);
      await lab.clock.advance(90_000);
      ends[name] = await lab.status(runId);
    }
    expect(ends).toEqual({
      plain: 'completed',
      'run-tool-with-reasoning': 'completed',
      approval: 'completed',
      failing: 'failed',
      long: 'completed',
    });
    await lab.close();
  });
});
