import type { Json, Principal } from '@aip-hermes/aip';
import { objectAt, textAt } from './read-json.js';
import { Unmappable } from './unmappable.js';

/** Whom a message is addressed to: id and kind of a principal. */
export type Party = Pick<Principal, 'id' | 'kind'>;

const KINDS: ReadonlySet<string> = new Set<Principal['kind']>([
  'human',
  'agent',
  'service',
  'tenant',
  'customer',
  'contact',
  'system',
]);

/** Reads a principal's id and kind; an unknown kind could not be published. */
export function partyAt(value: Json | undefined, what: string): Party {
  const object = objectAt(value, what);
  const kind = textAt(object['kind'], `${what}.kind`);
  if (!isKind(kind)) throw new Unmappable(`${what}.kind is unknown`);
  return { id: textAt(object['id'], `${what}.id`), kind };
}

function isKind(kind: string): kind is Principal['kind'] {
  return KINDS.has(kind);
}
