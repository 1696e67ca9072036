import { describe, expect, it } from 'vitest';
import { eventsOf, Lab } from '../fidelity/lab.js';
import { guardCommand, type Guard } from './guard.js';

const MANUAL: Guard = { mode: 'manual', deny: [], judge: () => '' };
const ASKS = {
  name: 'asks',
  turns: [
    { toolCalls: [{ name: 'terminal', arguments: { command: 'rm -r ./build' } }] },
    { chunks: ['went on'] },
  ],
};
const question = (command: string): object => ({
  waitApproval: { command, description: command, patternKey: command },
});

describe('6.1, 6.7: who is asked', () => {
  it('denied globs and the hardline list never, harmless commands never, the others always', () => {
    expect(guardCommand(MANUAL, 'rm -rf / ').kind).toBe('refused');
    expect(guardCommand({ ...MANUAL, deny: ['git push*'] }, 'git push --force').kind).toBe('refused');
    expect(guardCommand({ ...MANUAL, deny: ['git push*'] }, 'xgit push').kind).toBe('runs');
    expect(guardCommand(MANUAL, 'rm -r ./x').kind).toBe('ask');
    expect(guardCommand({ ...MANUAL, mode: 'off' }, 'rm -r ./x').kind).toBe('runs');
  });

  it('unattended: refused at once without a question, and the approval route has nothing pending', async () => {
    const lab = await Lab.start({ scripts: [ASKS], approvalMode: 'unattended' });
    const runId = await lab.startRun('SCRIPT=asks');
    const stream = await lab.events(runId);
    await lab.clock.until(() => stream.end !== 'open', lab.clock.now() + 10_000);
    expect(eventsOf(stream)).not.toContain('approval.request');
    expect(stream.text).toContain('"error": true');
    expect((await lab.send('POST', `/v1/runs/${runId}/approval`, { choice: 'once' })).status).toBe(409);
    await lab.close();
  });
});

describe('6.5: several questions at once', () => {
  it('without a request id the oldest is answered, with all every one', async () => {
    const lab = await Lab.start();
    lab.simulator.setScript({
      name: 'three',
      steps: [{ parallel: ['a', 'b', 'c'].map((name) => [question(name)]) }] as never,
    });
    const runId = await lab.startRun('SCRIPT=three');
    await lab.clock.advance(1000);
    const answer = async (body: object): Promise<string> =>
      (await lab.send('POST', `/v1/runs/${runId}/approval`, body)).text;
    expect(await answer({ choice: 'once' })).toContain('"resolved": 1');
    expect(await lab.status(runId)).toBe('running');
    expect(await answer({ choice: 'deny', all: true })).toContain('"resolved": 2');
    expect(await answer({ choice: 'once' })).toMatch(/approval_not_(pending|active)/);
    await lab.close();
  });
});

describe('7.1, 1.3: a stop that takes long, a server that stands still', () => {
  it('stopping lasts as long as a tool that ignores the stop', async () => {
    const lab = await Lab.start();
    lab.simulator.setScript({
      name: 'deaf',
      steps: [{ tool: { name: 'terminal', preview: null, durationMs: 600_000, ignoresStop: true } }],
    });
    const runId = await lab.startRun('SCRIPT=deaf');
    await lab.clock.advance(1000);
    await lab.send('POST', `/v1/runs/${runId}/stop`);
    await lab.clock.advance(590_000);
    expect(await lab.status(runId)).toBe('stopping');
    await lab.clock.advance(20_000);
    expect(await lab.status(runId)).toBe('cancelled');
    await lab.close();
  });

  it('every request waits while a run is created, when that is asked for', async () => {
    const lab = await Lab.start({ createStallMs: 100 });
    await lab.startRun('SCRIPT=plain');
    const health = await lab.send('GET', '/health');
    expect(health.status).toBeUndefined();
    await lab.clock.advance(110);
    expect(health.status).toBe(200);
    await lab.close();
  });
});
