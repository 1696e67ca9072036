import { ERROR_CATALOGUE } from '@aip-hermes/binding';
import { beforeAll, describe, expect, it } from 'vitest';
import { suggested } from '../commands/suggested.js';
import { allNodes, commandTree, type CommandNode } from '../completion/command-tree.js';
import { processOutput } from '../process-output.js';
import { createProgram } from '../program.js';
import { DETAIL_STEPS } from './detail-steps.js';
import { auditedStanding } from './audited-standing.js';
import { CODE_STEPS } from './code-steps.js';
import { nextStepFor, type Standing } from './next-step-for.js';
import type { NextStep } from './next-step.js';
import { STATE_STEPS } from './state-steps.js';
import { stepText } from './step-text.js';

let nodes: readonly CommandNode[];
beforeAll(async () => {
  nodes = allNodes(commandTree(await createProgram(processOutput, undefined, null)));
});

const STATES = Object.keys(STATE_STEPS).filter((it) => it !== 'open_without_service') as Standing['state'][];
const PRODUCED: readonly string[] = ERROR_CATALOGUE.filter(({ status }) => status === 'active').map(
  ({ code }) => code,
);
const STEPS: readonly (readonly [string, NextStep])[] = [
  ...Object.entries(STATE_STEPS),
  ...CODE_STEPS,
  ...Object.entries(DETAIL_STEPS),
];

const NO_ERROR = { code: null, details: null };
const HERMES = 'connector.hermes_agent.';

/** What of a suggested command line the program does not know. */
function unknownIn(line: string): readonly string[] {
  const words = line.split(' ').slice(1);
  const node = nodes
    .filter(({ path }) => path.length > 0 && path.every((word, at) => word === words[at]))
    .reduce<CommandNode | undefined>(
      (longest, it) => (it.path.length > (longest?.path.length ?? 0) ? it : longest),
      undefined,
    );
  if (node === undefined || node.commands.length > 0) return [line];
  const flags = words.filter((word) => word.startsWith('--'));
  return flags.filter((flag) => !node.options.some((it) => it.flag === flag));
}

describe('the next step', () => {
  it('B4: there is one for every state, whether a service runs or not', () => {
    expect(STATES).toHaveLength(10);
    for (const state of STATES) {
      for (const serviceRuns of [true, false]) {
        const { text, words } = nextStepFor({ state, ...NO_ERROR, serviceRuns });
        expect(text.length).toBeGreaterThan(15);
        expect(words.length).toBeGreaterThan(0);
      }
    }
  });

  it('B4: without a service an open Action needs one first', () => {
    for (const state of ['starting', 'running', 'waiting_for_approval', 'cancelling'] as const)
      expect(nextStepFor({ state, ...NO_ERROR, serviceRuns: false }).words).toEqual(['up']);
  });

  it.each(PRODUCED)('SPEC 11: %s has one of its own', (code) => {
    const step = CODE_STEPS.get(code);
    expect(step).toBeDefined();
    expect(nextStepFor({ state: 'failed', code, details: null, serviceRuns: true })).toBe(step);
    expect(nextStepFor({ state: 'refused', code, details: { rule: 'R0' }, serviceRuns: false })).toBe(step);
  });

  it.each([
    [`${HERMES}operator_start_rejected`, { http_status: 401, provider_code: 'x' }, 'key_refused'],
    [
      `${HERMES}operator_start_rejected`,
      { http_status: 403, provider_code: 'invalid_api_key' },
      'key_refused',
    ],
    [`${HERMES}operator_start_rejected`, { http_status: 429 }, 'no_room'],
    ['resource.not_found', { rule: 'C1' }, 'no_endpoint'],
    [`${HERMES}operator_policy`, { rule: 'A2' }, 'answer_not_taken'],
    [`${HERMES}operator_policy`, { rule: 'D2' }, 'delegation_off'],
  ] as const)('SPEC 11: the details of %s say more: %j', (code, details, name) => {
    expect(nextStepFor({ state: 'failed', code, details, serviceRuns: true })).toBe(DETAIL_STEPS[name]);
  });

  it.each([
    [`${HERMES}operator_start_rejected`, { http_status: 400 }],
    ['resource.not_found', { rule: 'M6' }],
    [`${HERMES}operator_policy`, { rule: 'C2' }],
  ])('SPEC 11: the details of %s say nothing more: %j', (code, details) => {
    expect(nextStepFor({ state: 'refused', code, details, serviceRuns: true })).toBe(CODE_STEPS.get(code));
  });

  it('SPEC 11: there is none for what is never produced', () => {
    expect([...CODE_STEPS.keys()].filter((code) => !PRODUCED.includes(code))).toEqual([]);
  });

  it.each(STEPS)('%s: it is one sentence, and its command exists with its options', (_name, step) => {
    for (const options of [{ data: './.aip-hermes' }, { data: '/srv/d', config: 'hermes.yaml' }]) {
      const text = stepText(step, 'act_1', (words) => suggested(words, options));
      expect(text).not.toMatch(/\bID\b|\n|reconcile|stop-run/);
      const line = /: (aip-hermes .*)$/.exec(text)?.[1] ?? '';
      expect(unknownIn(line)).toEqual([]);
    }
    expect(stepText(step, 'act_1', () => null)).toMatch(/[^.]\.$/);
  });

  it('a command that does not exist, or not with its options, would be found', () => {
    expect(unknownIn('aip-hermes nonsense act_1')).not.toEqual([]);
    expect(unknownIn('aip-hermes config --data x')).not.toEqual([]);
    expect(unknownIn('aip-hermes config show --data x')).toEqual(['--data']);
    expect(unknownIn('aip-hermes audit act_1 --nonsense')).toEqual(['--nonsense']);
  });

  it('B7: the hint at the local tenant is for the reader of the terminal', () => {
    const step = CODE_STEPS.get('connector.hermes_agent.tenant_mismatch');
    expect(step?.text).toContain('ingress.local_tenant');
    const published = ERROR_CATALOGUE.find(({ code }) => code === 'connector.hermes_agent.tenant_mismatch');
    expect(JSON.stringify(published)).not.toContain('local_tenant');
  });

  it('an id that could steer the terminal or the shell does neither', () => {
    const text = stepText(STATE_STEPS.outcome_unknown, '\u001b[2J; rm x', (words) =>
      suggested(words, { data: './.aip-hermes' }),
    );
    expect(text).not.toContain('\u001b');
    expect(text).toMatch(/aip-hermes audit '\ufffd\[2J; rm x'$/);
  });

  it('E1: an audit tells where the Action stands', () => {
    const message = (error: object) =>
      ({ value: { body: { action_result: { status: 'failed', error } } } }) as never;
    expect(
      auditedStanding({ binding: { status: 'failed', error: { code: 'x' } }, messages: [] }, true),
    ).toEqual({
      state: 'failed',
      code: 'x',
      details: null,
      serviceRuns: true,
    });
    expect(
      auditedStanding(
        {
          binding: null,
          messages: [message({ code: 'a' }), message({ code: 'b', details: { rule: 'C1' } })],
        },
        true,
      ),
    ).toEqual({ state: 'refused', code: 'b', details: { rule: 'C1' }, serviceRuns: true });
    expect(auditedStanding({ binding: { status: 'unheard of' }, messages: [] }, true)).toBeNull();
  });
});
