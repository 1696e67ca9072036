import type { Json } from '@aip-hermes/aip';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOperatorActionId } from './operator-action-id.js';
import { parseOperatorInput } from './parse-operator-input.js';

function ruleOf(input: Json): string {
  const parsed = parseOperatorInput(input);
  return parsed.kind === 'bad' ? parsed.rule : parsed.kind;
}

describe('parseOperatorInput', () => {
  it('I2: an objective comes with empty values for what was left out', () => {
    expect(parseOperatorInput({ objective: ' read ' })).toEqual({
      kind: 'objective',
      objective: ' read ',
      context: null,
      candidate_capabilities: [],
      constraints: {},
    });
  });

  it('I2: context is any JSON value', () => {
    for (const context of [0, false, '', null, [], { a: [1] }]) {
      expect(parseOperatorInput({ objective: 'x', context })).toMatchObject({ kind: 'objective', context });
    }
  });

  it.each<[Json, string]>([
    [null, 'not an object'],
    [[], 'a list'],
    ['text', 'a text'],
    [{}, 'neither branch'],
    [{ objective: 'x', resume: { source_action_id: 'act_1', choice: 'once' } }, 'both branches'],
    [{ objective: 'x', model: 'm' }, 'another member'],
    [{ objective: 'x', instructions: 'm' }, 'instructions of the client (I9)'],
    [JSON.parse('{"objective":"x","__proto__":{}}') as Json, '__proto__'],
    [{ context: 1 }, 'no branch'],
  ])('I1: refused: %j, %s', (input) => {
    expect(ruleOf(input)).toBe('I1');
  });

  it.each<[Json]>([
    [{ objective: '' }],
    [{ objective: ' \n\t' }],
    [{ objective: 1 }],
    [{ objective: null }],
    [{ objective: 'x', candidate_capabilities: null }],
    [{ objective: 'x', candidate_capabilities: 'cap:a' }],
    [{ objective: 'x', candidate_capabilities: [''] }],
    [{ objective: 'x', candidate_capabilities: [1] }],
    [{ objective: 'x', constraints: null }],
    [{ objective: 'x', constraints: [] }],
  ])('I2: refused: %j', (input) => {
    expect(ruleOf(input)).toBe('I2');
  });

  it('I2: at most 256 candidate capabilities', () => {
    const hints = (count: number): Json => ({
      objective: 'x',
      candidate_capabilities: Array(count).fill('cap:a'),
    });
    expect(ruleOf(hints(256))).toBe('objective');
    expect(ruleOf(hints(257))).toBe('I2');
  });

  it.each(['once', 'session', 'always', 'deny'])('I3: a resume with choice %s', (choice) => {
    expect(parseOperatorInput({ resume: { source_action_id: 'act_1', choice } })).toEqual({
      kind: 'resume',
      source_action_id: 'act_1',
      choice,
      resolve_all: false,
    });
  });

  it.each<[Json]>([
    [null],
    [[]],
    [{}],
    [{ source_action_id: 'act_1' }],
    [{ choice: 'once' }],
    [{ source_action_id: 'run_1', choice: 'once' }],
    [{ source_action_id: 'act_', choice: 'once' }],
    [{ source_action_id: 'act_a/b', choice: 'once' }],
    [{ source_action_id: 'act_1\n', choice: 'once' }],
    [{ source_action_id: 'act_1', choice: 'Once' }],
    [{ source_action_id: 'act_1', choice: null }],
    [{ source_action_id: 'act_1', choice: 'once', resolve_all: null }],
    [{ source_action_id: 'act_1', choice: 'once', resolve_all: 'true' }],
    [{ source_action_id: 'act_1', choice: 'once', generation: 1 }],
  ])('I3: refused: %j', (resume) => {
    expect(ruleOf({ resume })).toBe('I3');
  });

  it('I1: any JSON value is read or refused, never thrown at, and no value is repeated', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        const parsed = parseOperatorInput(input as Json);
        expect(['objective', 'resume', 'bad']).toContain(parsed.kind);
      }),
    );
    const parsed = parseOperatorInput({ objective: 'x', 'SECRET-NAME': 'SECRET' });
    expect(JSON.stringify(parsed)).not.toContain('SECRET');
  });
});

describe('isOperatorActionId', () => {
  it('I10: act_ and up to 200 safe characters', () => {
    expect(isOperatorActionId(`act_${'a'.repeat(200)}`)).toBe(true);
    expect(isOperatorActionId(`act_${'a'.repeat(201)}`)).toBe(false);
    for (const bad of ['act_', 'ACT_1', ' act_1', 'act_1 ', 'act_ü', 'act_a.b', 'xact_1']) {
      expect(isOperatorActionId(bad)).toBe(false);
    }
  });
});
