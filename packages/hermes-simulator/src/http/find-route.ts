import type { Route } from './exchange.js';

/** Where a request goes. */
export type Found =
  | { readonly kind: 'route'; readonly route: Route; readonly id: string }
  | { readonly kind: 'method-not-allowed'; readonly allow: string }
  | { readonly kind: 'not-found' };

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

/** Finds the route of a path without query. Any `/p/<name>` prefix is served, HEAD is not (1.1, 1.6). */
export function findRoute(routes: readonly Route[], method: string, path: string): Found {
  const plain = path.replace(/^\/p\/[^/]+(?=\/)/, '');
  const allow: string[] = [];
  for (const route of routes) {
    const id = match(route.path, plain);
    if (id === undefined) continue;
    if (route.method === method) return { kind: 'route', route, id };
    allow.push(route.method);
  }
  return allow.length === 0 ? { kind: 'not-found' } : { kind: 'method-not-allowed', allow: allow.join(',') };
}
