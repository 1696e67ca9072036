import { z } from 'zod';

/** An object of strings under any names. Written by hand: a member named `__proto__` is checked like any. */
export const stringMap = z.custom<Readonly<Record<string, string>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((item) => typeof item === 'string'),
  'an object of strings expected',
);
