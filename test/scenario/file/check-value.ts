import type { AnyJson } from '@aip-hermes/aip';
import { checkMessage, checkSchemaOf } from './check-message.js';
import { checkPolicy } from './check-policy.js';
import { checkRules } from './check-rules.js';
import { checkText } from './check-text.js';
import { below, type Findings } from './findings.js';
import { isBound } from './bound.js';
import { isList, isObject } from './json-text.js';
import { TABLES } from './vocabulary/tables.js';
import { STATES, STATUSES } from './vocabulary/scenario-words.js';
import { STEPS, type StepName } from './vocabulary/step-words.js';
import { POINT_NAMES } from '../../points/point-names.js';

/** Where a value stands: its path in the file, and its place in the vocabulary (`given.store.kind`). */
export interface Place {
  readonly path: string;
  readonly word: string;
}

/**
 * Checks a value against a type in the notation of the tables, and everything below it. Nothing is filled in: a value
 * that passes is what the types say.
 */
export function checkValue(type: string, value: AnyJson, at: Place, findings: Findings): void {
  if (type.startsWith('list of ')) checkList(type.slice(8), value, at, findings);
  else if (type.startsWith('map of ')) checkMap(type.slice(7), value, at, findings);
  else if (type.startsWith('event map of ')) {
    checkEventNames(value, at, findings);
    checkMap(type.slice(13), value, at, findings);
  } else if (type === 'step') checkStep(value, at, findings);
  else if (Object.hasOwn(TABLES, type)) checkObject(type, value, at, findings);
  else checkWord(type, value, at, findings);
}

function checkList(type: string, value: AnyJson, at: Place, findings: Findings): void {
  if (!isList(value)) {
    findings.wrong(at.path, 'must be a list');
    return;
  }
  for (const [index, item] of value.entries()) {
    checkValue(type, item, { ...at, path: below(at.path, index) }, findings);
  }
}

function checkMap(type: string, value: AnyJson, at: Place, findings: Findings): void {
  if (!isObject(value)) {
    findings.wrong(at.path, 'must be an object');
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    if (item !== undefined) checkValue(type, item, { ...at, path: below(at.path, name) }, findings);
  }
}

function checkEventNames(value: AnyJson, at: Place, findings: Findings): void {
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const problem = checkText('event', name, at.path, findings);
    if (problem !== null) findings.wrong(at.path, problem);
  }
}

function checkStep(value: AnyJson, at: Place, findings: Findings): void {
  if (!isObject(value)) {
    findings.wrong(at.path, 'must be a step: an object with the member do');
    return;
  }
  const name = Object.hasOwn(value, 'do') ? value['do'] : undefined;
  if (typeof name !== 'string') {
    findings.wrong(at.path, 'lacks the member do, the name of the step');
    return;
  }
  if (!isStepName(name)) {
    findings.wrong(below(at.path, 'do'), `unknown step ${quoted(name)}`);
    return;
  }
  findings.uses('step', name);
  const place = { path: below(at.path, name), word: name };
  const { do: _, ...members } = value;
  checkMembers(STEPS[name], members, place, findings);
  checkRules(name, value, place.path, findings);
}

function isStepName(name: string): name is StepName {
  return Object.hasOwn(STEPS, name);
}

function checkObject(type: string, value: AnyJson, at: Place, findings: Findings): void {
  if (!isObject(value)) {
    findings.wrong(at.path, 'must be an object');
    return;
  }
  const word = type === 'given' ? 'given' : at.word;
  checkMembers(
    TABLES[type] ?? {},
    value,
    { path: at.path, word: type === 'expectations' ? '' : word },
    findings,
  );
  checkRules(type, value, at.path, findings);
}

function checkMembers(
  table: Readonly<Record<string, string>>,
  value: Readonly<Record<string, AnyJson | undefined>>,
  at: Place,
  findings: Findings,
): void {
  for (const [name, item] of Object.entries(value)) {
    const type = Object.hasOwn(table, name) ? table[name] : undefined;
    const path = below(at.path, name);
    if (type === undefined) findings.wrong(path, `unknown ${at.word === '' ? 'expectation' : 'member'}`);
    else if (item !== undefined) {
      const word = at.word === '' ? name : `${at.word}.${name}`;
      findings.uses(at.word === '' ? 'expectation' : 'member', word);
      checkValue(bare(type), item, { path, word }, findings);
    }
  }
  for (const [name, type] of Object.entries(table)) {
    if (type.endsWith('!') && !Object.hasOwn(value, name))
      findings.wrong(at.path, `lacks the member ${name}`);
  }
}

function checkWord(type: string, value: AnyJson, at: Place, findings: Findings): void {
  const problem = wordProblem(type, value, at, findings);
  if (problem !== null) findings.wrong(at.path, problem);
}

type WordCheck = (value: AnyJson, path: string, findings: Findings) => string | null;

const WORD_CHECKS: Readonly<Record<string, WordCheck>> = {
  any: () => null,
  object: (value) => (isObject(value) ? null : 'must be an object'),
  null: (value) => (value === null ? null : 'must be null'),
  bool: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  int: (value) => (isWhole(value) && value >= 0 ? null : 'must be a whole number, 0 or more'),
  signed: (value) => (isWhole(value) ? null : 'must be a whole number'),
  bound: (value) =>
    isBound(value) ? null : 'must be a whole number from 0, or one of "<n", "<=n", ">n", ">=n"',
  status: (value) => oneOf(STATUSES, value),
  state: (value) => oneOf(STATES, value),
  point: (value, _, findings) => checkPoint(value, findings),
  policy: checkPolicy,
  envelope: checkMessage,
  context: (value, path, findings) => checkSchemaOf('context', value, path, findings),
  text: (value, path, findings) => checkText('text', value, path, findings),
  file: (value, path, findings) => checkText('file', value, path, findings),
  id: (value, path, findings) => checkText('id', value, path, findings),
  event: (value, path, findings) => checkText('event', value, path, findings),
  on: (value, path, findings) => checkText('on', value, path, findings),
};

function wordProblem(type: string, value: AnyJson, at: Place, findings: Findings): string | null {
  const check = Object.hasOwn(WORD_CHECKS, type) ? WORD_CHECKS[type] : undefined;
  if (check !== undefined) return check(value, at.path, findings);
  return checkAlternatives(type.split(' / '), value, at, findings);
}

function checkPoint(value: AnyJson, findings: Findings): string | null {
  const names = isList(value) ? value : [value];
  if (names.length === 0) return 'must not be an empty list of points';
  for (const name of names) {
    const problem = oneOf(POINT_NAMES, name);
    if (problem !== null) return typeof name === 'string' ? `unknown point ${quoted(name)}` : problem;
    if (typeof name === 'string') findings.uses('point', name);
  }
  return null;
}

function checkAlternatives(
  words: readonly string[],
  value: AnyJson,
  { word }: Place,
  findings: Findings,
): string | null {
  const problem = oneOf(words, value);
  if (typeof value === 'string') findings.uses('value', `${word} = ${value}`);
  return problem;
}

function oneOf(words: readonly string[], value: AnyJson): string | null {
  if (typeof value === 'string' && words.includes(value)) return null;
  const given = typeof value === 'string' ? `${quoted(value)} is unknown; ` : '';
  return `${given}must be ${words.length === 1 ? '' : 'one of '}${words.map(quoted).join(', ')}`;
}

function isWhole(value: AnyJson): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function bare(type: string): string {
  return type.endsWith('!') ? type.slice(0, -1) : type;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
