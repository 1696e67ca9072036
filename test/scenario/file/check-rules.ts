import type { AnyJson, AnyJsonObject } from '@aip-hermes/aip';
import { below, type Findings } from './findings.js';
import { isList, isObject } from './json-text.js';

/** What one kind of object must be beyond its table: which members exclude, need or replace each other. */
type Rule = (value: AnyJsonObject, path: string, findings: Findings) => void;

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  scenario: [notEmpty('steps')],
  matrix: [notEmpty('crashPoints')],
  'generated-stream': [notEmpty('variants')],
  'generated-json': [notEmpty('variants')],
  route: [exactlyOne('reply', 'replies'), notEmpty('replies'), timesOnlyInReplies, patterns],
  reply: [
    atMostOne('json', 'text', 'chunks'),
    needsAnyOf('json', 'status', 'rawHex'),
    needsAnyOf('text', 'status', 'rawHex'),
    needsAnyOf('chunks', 'status', 'rawHex'),
    needsAnyOf('headers', 'status', 'rawHex'),
    needsAnyOf('pad', 'json'),
    needsAnyOf('increment', 'json'),
    alone('connect', ['times']),
    hex('rawHex'),
    between('status', 200, 599),
    between('times', 1, Infinity),
  ],
  chunk: [
    exactlyOne('event', 'text', 'file', 'waitMs', 'waitFor'),
    needsAnyOf('count', 'waitFor'),
    needsAnyOf('repeat', 'event', 'text'),
    needsAnyOf('everyMs', 'repeat'),
    needsAnyOf('burst', 'event'),
    needsAnyOf('pad', 'event'),
  ],
  pad: [oneCharacter('char')],
  deliver: [exactlyOne('message', 'file', 'value'), needsAnyOf('ageMs', 'message')],
  crash: [needsAnyOf('nth', 'at'), needsAnyOf('sequence', 'at'), between('nth', 1, Infinity)],
  store: [atMostOne('times', 'forMs'), between('nth', 1, Infinity)],
  kafka: [between('nth', 1, Infinity)],
  'wait-for': [
    exactlyOne('state', 'event', 'request', 'accepted'),
    needsAnyOf('generation', 'state'),
    needsAnyOf('next', 'request'),
  ],
  race: [noRaceWithin],
  appended: [atMostOne('data', 'dataBytes'), dataBytesOfProviderEvent],
  'load-expectation': [
    textRule('heapGrowthAfter500', (text) => (/^<=\s*\d+\s*%$/u.test(text) ? null : 'must be like <=10%')),
    textRule('listenersOnShutdownSignal', (text) =>
      /^<=\s*open requests\s*\+\s*\d+$/u.test(text) ? null : 'must be like <= open requests + 8',
    ),
  ],
  'stream-variant': [
    together('padChar', 'padCount'),
    between('chunkBytes', 1, Infinity),
    oneCharacter('padChar'),
  ],
};

/** Tells what an object of this kind breaks of the rules between its members. */
export function checkRules(kind: string, value: AnyJsonObject, path: string, findings: Findings): void {
  for (const rule of RULES[kind] ?? []) rule(value, path, findings);
}

function exactlyOne(...members: readonly string[]): Rule {
  return (value, path, findings) => {
    const present = members.filter((name) => Object.hasOwn(value, name));
    if (present.length !== 1) {
      findings.wrong(path, `needs exactly one of ${members.join(', ')}; has ${present.join(', ') || 'none'}`);
    }
  };
}

function atMostOne(...members: readonly string[]): Rule {
  return (value, path, findings) => {
    const present = members.filter((name) => Object.hasOwn(value, name));
    if (present.length > 1)
      findings.wrong(path, `has ${present.join(' and ')}, of which only one may be there`);
  };
}

function needsAnyOf(member: string, ...others: readonly string[]): Rule {
  return (value, path, findings) => {
    if (Object.hasOwn(value, member) && !others.some((name) => Object.hasOwn(value, name))) {
      findings.wrong(below(path, member), `is only for ${others.join(' or ')}`);
    }
  };
}

function alone(member: string, beside: readonly string[]): Rule {
  return (value, path, findings) => {
    if (!Object.hasOwn(value, member)) return;
    for (const name of Object.keys(value)) {
      if (name !== member && !beside.includes(name))
        findings.wrong(below(path, name), `has no meaning with ${member}`);
    }
  };
}

function together(...members: readonly string[]): Rule {
  return (value, path, findings) => {
    const missing = members.filter((name) => !Object.hasOwn(value, name));
    if (missing.length > 0 && missing.length < members.length) {
      findings.wrong(path, `has only some of ${members.join(', ')}`);
    }
  };
}

function notEmpty(member: string): Rule {
  return (value, path, findings) => {
    const list = Object.hasOwn(value, member) ? value[member] : undefined;
    if (isList(list) && list.length === 0) findings.wrong(below(path, member), 'must not be empty');
  };
}

function between(member: string, least: number, most: number): Rule {
  return (value, path, findings) => {
    const number = Object.hasOwn(value, member) ? value[member] : undefined;
    if (typeof number === 'number' && (number < least || number > most)) {
      const range = most === Infinity ? `at least ${least}` : `between ${least} and ${most}`;
      findings.wrong(below(path, member), `must be ${range}`);
    }
  };
}

function hex(member: string): Rule {
  return textRule(member, (text) =>
    /^(?:[0-9a-f]{2})*$/i.test(text) ? null : 'must be pairs of hex digits',
  );
}

function oneCharacter(member: string): Rule {
  return textRule(member, (text) => (/^.$/su.test(text) ? null : 'must be one character'));
}

function textRule(member: string, problemOf: (text: string) => string | null): Rule {
  return (value, path, findings) => {
    const text = Object.hasOwn(value, member) ? value[member] : undefined;
    const problem = typeof text === 'string' ? problemOf(text) : null;
    if (problem !== null) findings.wrong(below(path, member), problem);
  };
}

function patterns(value: AnyJsonObject, path: string, findings: Findings): void {
  const expected = Object.hasOwn(value, 'expectHeader') ? value['expectHeader'] : undefined;
  if (!isObject(expected)) return;
  for (const [name, text] of Object.entries(expected)) {
    const place = below(below(path, 'expectHeader'), name);
    if (name !== name.toLowerCase()) findings.wrong(place, 'names of headers are in lower case');
    const pattern = typeof text === 'string' ? /^\/(.*)\/$/su.exec(text)?.[1] : undefined;
    if (pattern !== undefined && !isPattern(pattern)) findings.wrong(place, 'is no regular expression');
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function timesOnlyInReplies(value: AnyJsonObject, path: string, findings: Findings): void {
  const reply: AnyJson | undefined = Object.hasOwn(value, 'reply') ? value['reply'] : undefined;
  if (isObject(reply) && Object.hasOwn(reply, 'times')) {
    findings.wrong(below(below(path, 'reply'), 'times'), 'is only for an entry of replies');
  }
}

function noRaceWithin(value: AnyJsonObject, path: string, findings: Findings): void {
  for (const name of ['a', 'b']) {
    const step = Object.hasOwn(value, name) ? value[name] : undefined;
    if (isObject(step) && step['do'] === 'race')
      findings.wrong(below(path, name), 'a race cannot be in a race');
  }
}

function dataBytesOfProviderEvent(value: AnyJsonObject, path: string, findings: Findings): void {
  if (Object.hasOwn(value, 'dataBytes') && value['type'] !== 'ProviderEventObserved') {
    findings.wrong(below(path, 'dataBytes'), 'is only for type ProviderEventObserved');
  }
}
