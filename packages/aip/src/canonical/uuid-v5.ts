import { hash } from 'node:crypto';
import { parse } from 'uuid';

/** The UUID of a name in a namespace (RFC 9562, version 5), lower case. Throws on a malformed namespace. */
export function uuidV5(namespace: string, name: string): string {
  return uuidsV5In(namespace)(name);
}

/** UUIDs of names in one namespace, which is read once. Throws on a malformed namespace. */
export function uuidsV5In(namespace: string): (name: string) => string {
  const space = parse(namespace);
  return (name) => uuidOf(hash('sha1', Buffer.concat([space, Buffer.from(name)]), 'hex'));
}

/** The first sixteen bytes of a SHA-1 with version and variant set. */
function uuidOf(sha1: string): string {
  const variant = VARIANTS[Number.parseInt(sha1.charAt(16), 16) & 3] ?? '';
  return `${sha1.slice(0, 8)}-${sha1.slice(8, 12)}-5${sha1.slice(13, 16)}-${variant}${sha1.slice(17, 20)}-${sha1.slice(20, 32)}`;
}

/** The hex digit whose upper bits are 10, by its lower bits. */
const VARIANTS = '89ab';
