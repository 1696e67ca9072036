import { MESSAGE_TYPES, bodyKeyOf } from '@aip-hermes/aip';
import { DEFAULT_POLICY } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { POINT_NAMES } from '../../points/point-names.js';
import { checkText } from './check-text.js';
import { Findings } from './findings.js';
import { NOT_SUPPORTED, needsOf, type NotSupported } from './not-supported.js';
import { EXPECTATIONS } from './vocabulary/expectation-words.js';
import { STEPS } from './vocabulary/step-words.js';
import { TABLES } from './vocabulary/tables.js';

const BODIES: readonly string[] = [...Object.values(MESSAGE_TYPES).map((type) => bodyKeyOf(type)), 'resume'];

/** The type of a member such as `given.store.kind` or `crash.at`; undefined when there is no such member. */
function typeOf(word: string): string | undefined {
  const key = /^given\.policy\.(.*)$/u.exec(word)?.[1];
  if (key !== undefined) return Object.hasOwn(DEFAULT_POLICY, key) ? 'true / false' : undefined;
  const [first = '', ...path] = word.split('.');
  const steps: Readonly<Record<string, Readonly<Record<string, string>>>> = STEPS;
  let table = steps[first] ?? TABLES[first];
  let type: string | undefined;
  for (const member of path) {
    type = table?.[member]?.replace('!', '');
    table = TABLES[type ?? ''];
  }
  return type;
}

function isWord({ where, word }: NotSupported): boolean {
  switch (where) {
    case 'step':
      return Object.hasOwn(STEPS, word);
    case 'expectation':
      return Object.hasOwn(EXPECTATIONS, word);
    case 'point':
      return (POINT_NAMES as readonly string[]).includes(word);
    case 'event':
      return checkText('event', word, '', new Findings()) === null;
    case 'message':
      return BODIES.includes(word);
    case 'member':
      return typeOf(word) !== undefined;
    case 'value': {
      const [member = '', value = ''] = word.split(' = ');
      return typeOf(member)?.split(' / ').includes(value) === true;
    }
  }
}

describe('what is not supported', () => {
  it('names words of the vocabulary only, each once', () => {
    expect(NOT_SUPPORTED.filter((entry) => !isWord(entry))).toEqual([]);
    const words = NOT_SUPPORTED.map(({ where, word }) => `${where} ${word}`);
    expect(words).toEqual([...new Set(words)]);
  });

  it('a word that is no word would be found', () => {
    expect(isWord({ where: 'value', word: 'given.store.kind = paper', needs: '' })).toBe(false);
    expect(isWord({ where: 'value', word: 'given.policy.delegate = true', needs: '' })).toBe(false);
    expect(isWord({ where: 'member', word: 'crash.when', needs: '' })).toBe(false);
    expect(isWord({ where: 'event', word: 'RunBond', needs: '' })).toBe(false);
  });

  it('tells what is needed once, and nothing of a file without such words', () => {
    expect(needsOf(new Set(NOT_SUPPORTED.map(({ where, word }) => `${where} ${word}`)))).toEqual([
      ...new Set(NOT_SUPPORTED.map(({ needs }) => needs)),
    ]);
    expect(needsOf(new Set(['step deliver']))).toEqual([]);
  });
});
