import { v5 } from 'uuid';

/** The UUID of a name in a namespace (RFC 9562, version 5), lower case. Throws on a malformed namespace. */
export function uuidV5(namespace: string, name: string): string {
  return v5(name, namespace);
}
