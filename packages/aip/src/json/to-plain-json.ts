import { isJsonNumber, type JsonNumber } from './json-number.js';
import type { Json } from './json.js';
import type { LosslessJson } from './lossless-json.js';
import { setMember } from './set-member.js';
import { walkJson, type JsonScalar } from './walk-json.js';

/** The number a double cannot hold: an integer literal beyond +-(2^53-1), or a value beyond the doubles. */
export type NumberFault = 'unsafe_integer' | 'number_out_of_range';

/** A plain value, or where the first number stands that would lose its value. */
export type PlainJsonResult =
  | { readonly kind: 'ok'; readonly value: Json }
  | { readonly kind: 'bad'; readonly code: NumberFault; readonly path: string };

type Substitute = (number: JsonNumber) => Json | undefined;

/**
 * Turns number text into doubles, refusing what a double cannot hold (SPEC B2). Only text in integer form is
 * held to +-(2^53-1): `1e20` and `1.0` are floats to an AIP decoder, so they pass as doubles. Not recursive.
 */
export function toPlainJson(value: LosslessJson): PlainJsonResult {
  return convert(value, () => undefined);
}

/** As `toPlainJson`, but a number a double cannot hold becomes its text. */
export function toPlainJsonWithText(value: LosslessJson): Json {
  const result = convert(value, (number) => number.text);
  return result.kind === 'ok' ? result.value : null;
}

function convert(value: LosslessJson, substitute: Substitute): PlainJsonResult {
  const open: (Json[] | Record<string, Json>)[] = [];
  let root: Json = null;
  let member = '';
  let fault: NumberFault = 'unsafe_integer';

  const place = (item: Json): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = item;
    else if (Array.isArray(parent)) parent.push(item);
    else setMember(parent, member, item);
  };
  const number = (scalar: JsonNumber): Json | undefined => {
    const found = numberFault(scalar);
    if (found === undefined) return Number(scalar.text);
    fault = found;
    return substitute(scalar);
  };

  const path = walkJson(value, {
    enter: (kind) => {
      const container: Json[] | Record<string, Json> = kind === 'array' ? [] : {};
      place(container);
      open.push(container);
    },
    leave: () => void open.pop(),
    element: () => undefined,
    member: (name) => {
      member = name;
      return undefined;
    },
    scalar: (scalar: JsonScalar) => {
      const item = isJsonNumber(scalar) ? number(scalar) : scalar;
      if (item === undefined) return false;
      place(item);
      return undefined;
    },
  });
  return path === undefined ? { kind: 'ok', value: root } : { kind: 'bad', code: fault, path };
}

function numberFault(number: JsonNumber): NumberFault | undefined {
  const double = Number(number.text);
  if (number.isIntegral) return Number.isSafeInteger(double) ? undefined : 'unsafe_integer';
  return Number.isFinite(double) ? undefined : 'number_out_of_range';
}
