import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open({ approvalSeconds: 3 });
  await stage.connector.up();
});
afterAll(() => stage.close());

describe('a real Hermes that asks before a dangerous command', () => {
  it('A1, R5, O10: the question is published as RequiresHuman; nobody answers, nothing is removed, and the end follows', async () => {
    const { connector, hermes, model } = stage;
    const victim = join(hermes.home.work, 'victim');
    mkdirSync(victim);
    model.script(
      'ask',
      { call: [{ name: 'terminal', arguments: { command: 'rm -r ./victim' } }] },
      { say: ['I was not allowed to.'] },
    );
    await connector.submit('Remove it. SCRIPT=ask', '--id', 'act_ask');
    const { code, results, chunks } = await connector.end('act_ask');
    const [asked, ended, ...more] = results;
    expect(more).toEqual([]);
    expect(asked).toMatchObject({
      status: 'requires_human',
      output: { status: 'waiting_for_approval', pending_approval: { command: 'rm -r ./victim' } },
    });
    expect([code, ended?.status, ended?.message?.[0]?.text]).toEqual([
      0,
      'completed',
      'I was not allowed to.',
    ]);
    expect(chunks.filter(({ kind }) => kind === 'pending_approval')).toHaveLength(1);
    expect(chunks.map(({ sequence }) => sequence)).toEqual(chunks.map((_, at) => at));
    expect(existsSync(victim)).toBe(true);
    expect(model.calls('ask')[1]?.toolResults.join()).toMatch(/denied|timed out|not run|blocked/i);
    await connector.expectAudited();
  });
});
