import type { Json } from '@aip-hermes/aip';
import { z } from 'zod';
import type { Findings } from '../findings.js';
import { isRecord } from '../is-record.js';
import { keyPath } from '../key-path.js';
import { suggestKey } from './suggest-key.js';

/** What people write instead of a key that exists, and what is meant. */
const ADVICE: ReadonlyMap<string, string> = new Map(
  ['api_key', 'apikey', 'apiKey', 'key', 'token', 'secret'].map((key) => [
    key,
    'is not a key; put the API key into an environment variable or a file and name it in api_key_env or api_key_file',
  ]),
);

/** Reports every key that the schema does not have, at any depth, with the one that may be meant (SPEC 10). */
export function unknownKeys(schema: z.core.$ZodType, value: Json, path: string, findings: Findings): void {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return;
  const shape: Readonly<Record<string, z.core.$ZodType>> = inner.shape;
  for (const [key, member] of Object.entries(value)) {
    const below = keyPath(path, key);
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (known === undefined) findings.problem(below, unknownKey(key, Object.keys(shape)));
    else unknownKeys(known, member, below, findings);
  }
}

function unknownKey(key: string, known: readonly string[]): string {
  const advice = known.includes('api_key_env') ? ADVICE.get(key) : undefined;
  if (advice !== undefined) return advice;
  const meant = suggestKey(key, known);
  return meant === undefined
    ? `is not a key here; remove it (known: ${known.join(', ')})`
    : `is not a key here; did you mean ${meant}?`;
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodOptional
  ) {
    inner = inner.unwrap();
  }
  return inner;
}
