import { protocolErrorSchema, type Json, type JsonObject, type ProtocolError } from '@aip-hermes/aip';
import type { Truncation } from '../events/observation.js';
import type { OutputFacts } from '../events/outcome.js';
import { countAt, isObject, objectAt, textAt } from './read-json.js';
import { Unmappable } from './unmappable.js';

/** Reads an error as it travels. */
export function errorAt(value: Json | undefined, what: string): ProtocolError {
  if (!protocolErrorSchema.safeParse(value).success) throw new Unmappable(`${what} is no error`);
  return value as unknown as ProtocolError;
}

/** Reads an error or null. */
export function errorOrNullAt(value: Json | undefined, what: string): ProtocolError | null {
  return value === undefined || value === null ? null : errorAt(value, what);
}

/** Reads a provider object or null. */
export function objectOrNullAt(value: Json | undefined, what: string): JsonObject | null {
  return value === undefined || value === null ? null : objectAt(value, what);
}

/** Reads the list of what was cut; absent where nothing was. */
export function truncatedAt(value: Json | undefined): { readonly truncated?: readonly Truncation[] } {
  if (value === undefined) return {};
  if (!Array.isArray(value)) throw new Unmappable('truncated is not a list');
  const truncated = value.map((one: Json): Truncation => {
    const cut = objectAt(one, 'truncated');
    return {
      path: textAt(cut['path'], 'truncated.path'),
      bytes: countAt(cut['bytes'], 'truncated.bytes'),
      sha256: textAt(cut['sha256'], 'truncated.sha256'),
    };
  });
  return { truncated };
}

const FACTS = [
  'endpoint_id',
  'run_id',
  'session_id',
  'source_action_id',
  'delegation_id',
  'parent_action_id',
  'status',
  'last_event',
] as const;

/** Reads the members of a result's output (SPEC R1): each text or null, and the prompt an object or null. */
export function outputFactsAt(value: Json | undefined): OutputFacts {
  const facts = objectAt(value, 'output');
  for (const member of FACTS) {
    const fact = facts[member];
    if (fact !== null && typeof fact !== 'string')
      throw new Unmappable(`output.${member} is not text or null`);
  }
  const prompt = facts['pending_approval'];
  if (prompt !== null && !isObject(prompt))
    throw new Unmappable('output.pending_approval is not an object or null');
  return facts as unknown as OutputFacts;
}
