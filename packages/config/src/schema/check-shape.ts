import type { Json } from '@aip-hermes/aip';
import type { z } from 'zod';
import type { Findings } from '../findings.js';
import { keyPath } from '../key-path.js';
import { unknownKeys } from './unknown-keys.js';

/** Checks a raw value, unknown keys included, and reports everything; undefined when its shape is wrong. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: Json,
  path: string,
  findings: Findings,
): z.output<Schema> | undefined {
  unknownKeys(schema, value, path, findings);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) findings.problem(issue.path.reduce(keyPath, path), issue.message);
  return undefined;
}
