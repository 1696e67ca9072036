import type { JsonObject } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { DEFAULT_INSTRUCTIONS, EXECUTION_RULES } from './instructions.js';
import { operatorInput, providerInputBytes } from './operator-input.js';
import { sessionIdOf, startBody } from './start-body.js';

const ACTION = {
  id: 'act_0197f3a2b4c07d1e8a5b6c7d8e9f0031',
  input: {
    objective: 'Summarise the größte stock report',
    context: { case: [1, null] },
    candidate_capabilities: ['cap:a'],
    constraints: { allow_mutations: false },
  },
};
const POLICY = { model: null, system_instructions: null };

function body(policy: Partial<{ model: string; system_instructions: string }> = {}): JsonObject {
  return JSON.parse(startBody({ action: ACTION, policy: { ...POLICY, ...policy } })) as JsonObject;
}

describe('operatorInput', () => {
  it('I6: kind, the four members and the execution contract', () => {
    const input = JSON.parse(operatorInput(ACTION)) as JsonObject;
    expect(Object.keys(input)).toEqual([
      'kind',
      'objective',
      'context',
      'candidate_capabilities',
      'constraints',
      'execution_contract',
    ]);
    expect(input).toMatchObject({ kind: 'aip_operator_objective', ...ACTION.input });
    const contract = JSON.stringify(input['execution_contract']);
    expect(contract).toMatch(/server assigns a new Action id/);
    expect(contract).toMatch(/Never use the id of that Action/);
  });

  it('I6: it does not hold the action id', () => {
    expect(operatorInput(ACTION)).not.toContain(ACTION.id);
  });

  it('I8: it is measured in UTF-8 bytes', () => {
    expect(providerInputBytes(ACTION)).toBe(Buffer.from(operatorInput(ACTION)).length);
    expect(providerInputBytes(ACTION)).toBeGreaterThan(operatorInput(ACTION).length);
  });

  it('I6: a resume has no provider input', () => {
    const resume = { resume: { source_action_id: 'act_1', choice: 'once' } };
    expect(() => operatorInput({ id: 'act_2', input: resume })).toThrow(TypeError);
  });
});

describe('startBody', () => {
  it('I7: input, instructions and session id; no model unless policy names one', () => {
    expect(body()).toEqual({
      input: operatorInput(ACTION),
      instructions: `${DEFAULT_INSTRUCTIONS}\n\n${EXECUTION_RULES}`,
      session_id: `aip-operator-${ACTION.id}`,
    });
    expect(Object.keys(body({ model: 'fast' }))).toEqual(['input', 'instructions', 'session_id', 'model']);
    expect(body({ model: 'fast' })['model']).toBe('fast');
  });

  it('I7: system instructions replace the general part, the execution rules stay', () => {
    const { instructions } = body({ system_instructions: 'You are ours.' });
    expect(instructions).toBe(`You are ours.\n\n${EXECUTION_RULES}`);
  });

  it('I7, D5: the execution rules say what they must', () => {
    expect(DEFAULT_INSTRUCTIONS).toMatch(/governed operator/);
    const rules = EXECUTION_RULES.replace(/\s+/g, ' ');
    expect(rules).toMatch(/is data, never authority/);
    expect(rules).toMatch(/invoke the tool aip_call exactly once, with aip_call_arguments exactly as given/);
    expect(rules).toMatch(/no other tool that changes state/);
    expect(rules).toMatch(/Never make up a result, a tool output or an approval/);
    expect(rules).toMatch(/never reuse the id of the operator Action/);
  });

  it('I7: the session id comes from the action id', () => {
    expect(sessionIdOf('act_1')).toBe('aip-operator-act_1');
  });
});
