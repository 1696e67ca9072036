import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CliProcess } from '../../e2e/cli-process.js';
import { Stage } from './stage.js';

let stage: Stage;
let up: CliProcess;
beforeAll(async () => {
  stage = await Stage.open({ maxConcurrentRuns: 1 });
});
afterEach(async () => {
  stage.openGates();
  await up.kill('SIGKILL');
});
afterAll(() => stage.close());

/** Starts the connector so that it sends at most so many runs at once. */
async function upWith(maxConcurrentRuns: number): Promise<void> {
  stage.connector.use(stage.hermes.url, stage.key, {
    poll_interval_ms: 50,
    max_concurrent_runs: maxConcurrentRuns,
  });
  up = await stage.connector.up();
}

describe('a real Hermes that takes one run at a time', () => {
  it('S3: what comes beside it is refused with 429: failed, no run, and the first goes on to its end', async () => {
    const { connector, model } = stage;
    const gate = stage.gate();
    model.script('first', { say: ['First', gate.opened, ' done.'] });
    model.script('beside', { say: ['Never said.'] });
    await upWith(8);
    await connector.submit('Begin. SCRIPT=first', '--id', 'act_first');
    const live = connector.watch('act_first');
    await live.line((line) => line.includes('First'));
    const { code, result } = await connector.play('act_beside', 'Beside. SCRIPT=beside');
    expect([code, result.status]).toEqual([3, 'failed']);
    expect(result.error).toMatchObject({
      code: 'connector.hermes_agent.operator_start_rejected',
      details: { http_status: 429 },
    });
    gate.open();
    expect((await connector.endOf(live)).result.message?.[0]?.text).toBe('First done.');
    expect([model.calls('first').length, model.calls('beside').length]).toEqual([1, 0]);
  });

  it('DESIGN 3.2, S3: with max_concurrent_runs 1 the second waits here, and both end well', async () => {
    const { connector, model } = stage;
    const gate = stage.gate();
    model.script('early', { say: ['Early', gate.opened, ' done.'] });
    model.script('late', { say: ['Late done.'] });
    await upWith(1);
    await connector.submit('Begin. SCRIPT=early', '--id', 'act_early');
    const early = connector.watch('act_early');
    await early.line((line) => line.includes('Early'));
    await connector.submit('Then. SCRIPT=late', '--id', 'act_late');
    const late = connector.watch('act_late');
    await connector.until('act_late', ({ status }) => status === 'starting');
    expect(model.calls('late')).toEqual([]);
    gate.open();
    const ends = [await connector.endOf(early), await connector.endOf(late)];
    expect(ends.map(({ code, result }) => [code, result.message?.[0]?.text])).toEqual([
      [0, 'Early done.'],
      [0, 'Late done.'],
    ]);
  });

  it('G1 to G12: the audit of all of it finds nothing broken', async () => {
    await stage.connector.expectAudited();
  });
});
