import type { Profile } from '../profiles/profile.js';
import type { Route } from './exchange.js';

/** Where a request goes. */
export type Found =
  | { readonly kind: 'route'; readonly route: Route; readonly id: string }
  | { readonly kind: 'method-not-allowed'; readonly allow: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown-profile' };

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The id a path gives to a pattern; '' for a pattern without id; undefined when it does not match. */
function match(pattern: string, path: string): string | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  let id = '';
  for (const [index, segment] of given.entries()) {
    if (wanted[index] === '{id}' && segment !== '') id = decoded(segment);
    else if (wanted[index] !== segment) return undefined;
  }
  return id;
}

/** Finds the route of a path without query. Prefixes and HEAD are served as the profile says (1.1, 1.6). */
export function findRoute(
  routes: readonly Route[],
  given: string,
  path: string,
  profile: Pick<Profile, 'profilePrefix' | 'headAllowed' | 'steer'>,
): Found {
  const [prefix = '', name] = /^\/p\/([^/]+)(?=\/)/.exec(path) ?? [];
  if (profile.profilePrefix === 'default-only' && name !== undefined && name !== 'default')
    return { kind: 'unknown-profile' };
  const plain = profile.profilePrefix === 'none' ? path : path.slice(prefix.length);
  const method = given === 'HEAD' && profile.headAllowed ? 'GET' : given;
  const allow: string[] = [];
  for (const route of routes) {
    const id = match(route.path, plain);
    if (id === undefined || (route.faults === 'steer' && !profile.steer)) continue;
    if (route.method === method) return { kind: 'route', route, id };
    allow.push(route.method);
    if (route.method === 'GET' && profile.headAllowed) allow.push('HEAD');
  }
  return allow.length === 0 ? { kind: 'not-found' } : { kind: 'method-not-allowed', allow: allow.join(',') };
}
