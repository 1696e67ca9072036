import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CliProcess } from '../../e2e/cli-process.js';
import { unreadBytes } from '../lab/unread-bytes.js';
import { Stage } from './stage.js';

let stage: Stage;
let up: CliProcess;
beforeAll(async () => {
  stage = await Stage.open();
});
beforeEach(async () => {
  await stage.hermes.start();
  up = await stage.connector.up();
  // What it asks at its start is answered; what comes now belongs to a run.
  await up.errorLine((line) => line.includes('the endpoint answers'));
});
afterEach(async () => {
  stage.openGates();
  stage.hermes.signal('SIGCONT');
  await up.kill('SIGKILL');
});
afterAll(() => stage.close());

/** Waits until a request lies unread in the socket of a stopped Hermes. */
async function requestArrived(): Promise<void> {
  while (unreadBytes(new URL(stage.hermes.url).port) === 0) await new Promise(setImmediate);
}

describe('a real Hermes that goes away', () => {
  it('O6, O9, G3: killed in mid-run and started again it knows the run no more: unknown, not repeated; new runs go on', async () => {
    const { connector, hermes, model } = stage;
    const gate = stage.gate();
    model.script('cut', { say: ['First', ' words', gate.opened] });
    model.script('next', { say: ['Here again.'] });
    await connector.submit('Begin. SCRIPT=cut', '--id', 'act_cut');
    const live = connector.watch('act_cut');
    await live.line((line) => line.includes(' words'));
    await hermes.kill();
    await hermes.start();
    const { code, chunks, said, result } = await connector.endOf(live);
    expect([code, result.status, said]).toEqual([5, 'failed', 'First words']);
    expect(result.error).toMatchObject({
      code: 'connector.hermes_agent.operator_outcome_unknown',
      details: { rule: 'O9' },
    });
    expect(chunks.map(({ sequence }) => sequence)).toEqual(chunks.map((_, at) => at));
    expect((await connector.play('act_next', 'Again. SCRIPT=next')).code).toBe(0);
    expect([model.calls('cut').length, model.calls('next').length]).toEqual([1, 1]);
  });

  it('O5, O9: killed for good, it is asked until the deadline; then the outcome is unknown', async () => {
    const { connector, hermes, model } = stage;
    model.script('gone', { say: ['First', stage.gate().opened] });
    await connector.submit('Begin. SCRIPT=gone', '--id', 'act_gone', '--timeout-ms', '5000');
    const live = connector.watch('act_gone');
    await live.line((line) => line.includes('First'));
    await hermes.kill();
    const { code, result } = await connector.endOf(live);
    expect(code).toBe(5);
    expect(result.error).toMatchObject({ details: { rule: 'O5' } });
    // Nobody listens: known not to have been sent.
    const refused = await connector.play('act_refused', 'Begin. SCRIPT=gone');
    expect(refused.code).toBe(5);
    expect(refused.result.error).toMatchObject({ details: { request_sent: false } });
    expect(model.calls('gone')).toHaveLength(1);
  });

  it('S6, G1: killed with the start in its hands: unknown, sent, never repeated', async () => {
    const { connector, hermes, model } = stage;
    model.script('start', { say: ['Done.'] });
    hermes.signal('SIGSTOP');
    await connector.submit('Begin. SCRIPT=start', '--id', 'act_start');
    await requestArrived();
    await hermes.kill();
    const { code, result } = await connector.end('act_start');
    expect(code).toBe(5);
    expect(result.error).toMatchObject({
      code: 'connector.hermes_agent.operator_outcome_unknown',
      details: { request_sent: true },
    });
    await hermes.start();
    await connector.submit('Begin. SCRIPT=start', '--id', 'act_other');
    expect((await connector.end('act_other')).code).toBe(0);
    expect(model.calls('start')).toHaveLength(1);
  });

  it('X10, G8: asked to end, it cancels its runs: cancelled by the provider, effects may go on', async () => {
    const { connector, hermes, model } = stage;
    const gate = stage.gate();
    model.script('stopped', { say: ['First', gate.opened, ' last'] });
    await connector.submit('Begin. SCRIPT=stopped', '--id', 'act_stopped');
    const live = connector.watch('act_stopped');
    await live.line((line) => line.includes('First'));
    hermes.signal('SIGTERM');
    const { code, result, chunks } = await connector.endOf(live);
    expect([code, result.status, chunks.at(-1)?.kind]).toEqual([4, 'cancelled', 'done']);
    expect(result.error).toMatchObject({ code: 'connector.hermes_agent.provider_stopped' });
    gate.open();
    await hermes.ended();
  });
});

describe('a connector that is killed while a real Hermes works', () => {
  it('O7, G1, G7: in mid-run: the next process follows the same run by its status to its end', async () => {
    const { connector, model } = stage;
    const gate = stage.gate();
    model.script('followed', { say: ['First', gate.opened, ' and last.'] });
    await connector.submit('Begin. SCRIPT=followed', '--id', 'act_followed');
    const live = connector.watch('act_followed');
    await live.line((line) => line.includes('First'));
    await up.kill('SIGKILL');
    up = await connector.up();
    expect(up.values.at(-1)).toMatchObject({ recovered: 1 });
    gate.open();
    const { code, result, chunks } = await connector.endOf(live);
    expect([code, result.message?.[0]?.text]).toEqual([0, 'First and last.']);
    expect(chunks.map(({ sequence }) => sequence)).toEqual(chunks.map((_, at) => at));
    expect(model.calls('followed')).toHaveLength(1);
  });

  it('S7, G1, G3: with the start under way: Hermes runs it, the outcome is unknown, and nothing is started again', async () => {
    const { connector, hermes, model } = stage;
    model.script('orphan', { say: ['Done all the same.'] });
    hermes.signal('SIGSTOP');
    await connector.submit('Begin. SCRIPT=orphan', '--id', 'act_orphan');
    await requestArrived();
    await up.kill('SIGKILL');
    hermes.signal('SIGCONT');
    await model.call('orphan');
    up = await connector.up();
    const { code, result } = await connector.end('act_orphan');
    expect(code).toBe(5);
    expect(result.error).toMatchObject({ code: 'connector.hermes_agent.operator_outcome_unknown' });
    expect(model.calls('orphan')).toHaveLength(1);
  });
});

it('G1 to G12: the audit of all of it finds nothing broken', async () => {
  await stage.connector.expectAudited();
});
