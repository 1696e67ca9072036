import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, Lab } from '../fidelity/lab.js';
import { settle } from '../fidelity/manual-clock.js';
import type { Script } from '../script/script.js';

const QUESTION = { command: 'rm -r ./x', description: 'recursive delete', patternKey: 'recursive delete' };
const BRANCH: Script = {
  name: 'branch',
  steps: [
    { waitApproval: QUESTION, ifAllowed: [{ text: ['yes'] }], ifDenied: [{ text: ['no'] }] },
    { complete: {} },
  ],
};

describe('approvals of profile B', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await Lab.start({ scripts: [BRANCH], defaultScript: 'branch' });
  });
  afterEach(() => lab.close());

  const answer = (runId: string, choice: string) =>
    lab.send('POST', `/v1/runs/${runId}/approval`, { choice });

  it('6.3: of two answers at once one is 200 and one 409', async () => {
    const runId = await lab.startRun('x');
    await lab.clock.advance(100);
    const both = await Promise.all([answer(runId, 'deny'), answer(runId, 'once')]);
    expect(both.map((exchange) => exchange.status).sort()).toEqual([200, 409]);
  });

  it('6.4: a refusal does not end the run', async () => {
    const runId = await lab.startRun('x');
    const stream = await lab.events(runId);
    await lab.clock.advance(100);
    await answer(runId, 'deny');
    await lab.clock.advance(100);
    expect(eventsOf(stream)).toEqual([
      'approval.request',
      'approval.responded',
      'no',
      'run.completed',
      ': stream closed',
    ]);
  });

  it('7.1: a stop without an answer releases the wait as a refusal', async () => {
    const runId = await lab.startRun('x');
    await lab.clock.advance(100);
    await lab.send('POST', `/v1/runs/${runId}/stop`);
    await lab.clock.advance(1_100);
    expect(await lab.status(runId)).toBe('cancelled');
    expect((await answer(runId, 'once')).text).toContain('approval_not_active');
    expect((await lab.send('POST', `/v1/runs/${runId}/stop`)).status).toBe(404);
  });

  it.each([
    ['once', 'The build folder is gone.'],
    ['deny', 'I left the build folder as it is.'],
  ])('the built-in question answered %s', async (choice, output) => {
    const runId = await lab.startRun('SCRIPT=approval');
    await lab.clock.advance(1_000);
    await answer(runId, choice);
    await lab.clock.advance(2_000);
    expect((await lab.send('GET', `/v1/runs/${runId}`)).text).toContain(`"output": "${output}"`);
  });

  it('6.5: a timeout is a refusal without an event', async () => {
    const runId = await lab.startRun('x');
    const stream = await lab.events(runId);
    await lab.clock.advance(59_000);
    expect(await lab.status(runId)).toBe('waiting_for_approval');
    await lab.clock.advance(2_000);
    expect(eventsOf(stream)).toEqual([
      'approval.request',
      ': keepalive',
      'no',
      'run.completed',
      ': stream closed',
    ]);
    expect((await answer(runId, 'once')).text).toContain('approval_not_active');
  });

  it('6.4: always is remembered over a restart, session only in its run', async () => {
    const first = await lab.startRun('x');
    await lab.clock.advance(100);
    await answer(first, 'session');
    const second = await lab.startRun('x');
    await lab.clock.advance(100);
    expect(await lab.status(second)).toBe('waiting_for_approval');
    await answer(second, 'always');
    await lab.simulator.restart();
    await settle();
    const third = await lab.startRun('x');
    await lab.clock.advance(100);
    expect(await lab.status(third)).toBe('completed');
  });

  it('9/#34: an answer right after an accepted stop still counts, and the run ends cancelled', async () => {
    const runId = await lab.startRun('x');
    await lab.clock.advance(100);
    expect((await lab.send('POST', `/v1/runs/${runId}/stop`)).status).toBe(200);
    await lab.clock.advance(500);
    expect(await lab.status(runId)).toBe('stopping');
    expect((await answer(runId, 'once')).status).toBe(200);
    expect(await lab.status(runId)).toBe('running');
    await lab.clock.advance(100);
    expect(await lab.status(runId)).toBe('cancelled');
  });
});
