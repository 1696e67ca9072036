import { z } from 'zod';
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

/** The id of a tenant, system or principal: not blank, no space at the ends, no control character (reference 1.1). */
export const OUTSIDE_ID = z
  .custom<string>(isOutsideId, {
    error: `must be a text of at most ${MAX_ID_BYTES} bytes, not blank, without spaces at its ends or control characters`,
  })
  .meta({
    type: 'string',
    pattern: String.raw`^(?!\s)(?!.*\s$)[^\u0000-\u001f\u007f-\u009f]+$`,
    maxLength: MAX_ID_BYTES,
  });

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
