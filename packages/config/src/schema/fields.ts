import { z } from 'zod';
import { environmentName } from '../environment/environment-name.js';
import { MAX_ID_BYTES, type ConfigBound } from './config-bounds.js';

/** A whole number within its bounds. */
export function whole({
  default: initial,
  min,
  max,
}: ConfigBound): z.ZodDefault<z.ZodCustom<number, number>> {
  return z
    .custom<number>((value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .meta({ type: 'integer', minimum: min, maximum: max })
    .default(initial);
}

/** true or false. */
export function flag(initial: boolean): z.ZodDefault<z.ZodBoolean> {
  return z.boolean({ error: 'must be true or false, without quotes' }).default(initial);
}

const OUTSIDE_ID_RULE = `must be a text of at most ${MAX_ID_BYTES} bytes, not blank, without spaces at its ends or control characters`;

/** The id of a tenant, system or principal: not blank, no space at the ends, no control character (reference 1.1). */
export const OUTSIDE_ID = outsideId(() => OUTSIDE_ID_RULE);

/** The same for `path`, which belongs to another key: when only that one is set, where this one is to be set is told. */
export function outsideIdBeside(other: string, path: string): z.ZodCustom<string, string> {
  return outsideId(({ input }) => (input === undefined ? missingBeside(other, path) : OUTSIDE_ID_RULE));
}

/** What is said of the key `path` when only `other`, to which it belongs, is set; the latter may be a variable. */
export function missingBeside(other: string, path: string): string {
  return `is missing beside ${other}; set both (the variable is ${environmentName(path)})`;
}

function outsideId(error: (issue: { readonly input?: unknown }) => string): z.ZodCustom<string, string> {
  return z.custom<string>(isOutsideId, { error }).meta({
    type: 'string',
    pattern: String.raw`^(?!\s)(?!.*\s$)[^\u0000-\u001f\u007f-\u009f]+$`,
    maxLength: MAX_ID_BYTES,
  });
}

/** The name of an environment variable. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

function isOutsideId(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value === value.trim() &&
    !/[\p{Cc}\p{Cs}]/u.test(value) &&
    Buffer.byteLength(value) <= MAX_ID_BYTES
  );
}
