import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AIP_HERMES, CliProcess } from './cli-process.js';
import { Deployment } from './deployment.js';

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

const GUARANTEES = Array.from({ length: 13 }, (_, index) => `G${index + 1}`);

describe('aip-hermes demo', () => {
  it('ends with 0, shows every step and every verdict, and leaves nothing behind', async () => {
    const demo = new CliProcess(AIP_HERMES, ['demo'], { TMPDIR: here.folder });
    expect(await demo.exit).toBe(0);
    const text = demo.lines.join('\n');
    for (const guarantee of GUARANTEES)
      expect(text).toMatch(new RegExp(`^${guarantee} +(holds|not checkable)`, 'm'));
    expect(text).toContain("the simulator's own");
    expect(text).toMatch(/outcome_unknown/);
    expect(text).not.toContain('\u001b');
    expect(readdirSync(here.folder)).toEqual([]);
  });

  it('with --data keeps what it did for the other commands', async () => {
    const demo = await here.run(['demo', '--json']);
    expect(demo.code).toBe(0);
    const verdicts = demo.values.filter(({ event }) => event === 'verdict');
    expect(verdicts.map(({ guarantee }) => guarantee)).toEqual(GUARANTEES);
    expect(demo.values.filter(({ event }) => event === 'outcome')).toMatchObject([
      { binding: 'completed' },
      { binding: 'failed' },
      { binding: 'outcome_unknown' },
      { binding: 'completed' },
      { binding: 'completed', result: 'completed' },
      { binding: 'completed', result: 'failed: connector.hermes_agent.operator_policy' },
      { binding: null },
    ]);
    expect((await here.run(['list', '--json'])).values).toHaveLength(3);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it with %i, and leaves nothing behind', async (signal, code) => {
    const demo = new CliProcess(AIP_HERMES, ['demo'], { TMPDIR: here.folder });
    await demo.line((line) => line.startsWith('[2/'));
    expect(await demo.kill(signal)).toBe(code);
    expect(demo.errors).toBe(`aip-hermes: The demo was ended by ${signal}; nothing was judged.`);
    expect(readdirSync(here.folder)).toEqual([]);
  });
});
