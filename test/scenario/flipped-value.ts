import type { AnyJson } from '@aip-hermes/aip';
import { isList, isObject } from './file/json-text.js';
import { STATES, STATUSES } from './file/vocabulary/scenario-words.js';

/** Texts that stand in everything that is published. */
const EVERYWHERE = ['action', 'act_'];

/**
 * Values of an expectation of which at least one must be false where `value` is true. `type` is the one of the table;
 * `ids`: Actions of the scenario.
 */
export function flippedValues(type: string, value: AnyJson, ids: readonly string[]): readonly AnyJson[] {
  const inner = /^(?:event )?map of (.*)$/u.exec(type)?.[1];
  if (inner !== undefined && isObject(value)) {
    return Object.entries(value).flatMap(([name, item]) =>
      flippedValues(inner, item ?? null, ids).map((flipped) => ({ ...value, [name]: flipped })),
    );
  }
  if (type === 'list of id') return ids.flatMap((a) => ids.map((b) => [a, b]));
  if (type === 'list of event') return [[], ['RunStartClaimed', 'RunBound']];
  if (type === 'list of status' && isList(value)) return [[...value, 'completed'], value.slice(1)];
  if (type === 'list of object') return [[{ nobody: 'says this' }]];
  if (type === 'list of text' && isList(value)) return [EVERYWHERE, [...value, 'flipped'], value.slice(1)];
  if (type === 'list of result-and-code') return [[{ result: 'cancelled', code: 'flipped' }]];
  if (type === 'object') return [{ flipped: true }];
  if (type === 'bool') return [value !== true];
  if (type === 'status') return STATUSES.filter((status) => status !== value);
  if (type === 'state') return STATES.filter((state) => state !== value);
  if (type === 'bound') return [flippedBound(value)];
  return typeof value === 'string' ? [`${value} flipped`] : [];
}

function flippedBound(value: AnyJson): AnyJson {
  if (typeof value === 'number') return value + 1;
  const [, comparison = '', digits = ''] =
    /^(<=|>=|<|>)(\d+)$/u.exec(typeof value === 'string' ? value : '') ?? [];
  const opposite: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
  return `${opposite[comparison] ?? ''}${digits}`;
}
