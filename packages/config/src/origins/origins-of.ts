import type { Json, JsonObject } from '@aip-hermes/aip';
import type { ApiKeyOrigin, Config } from '../config.js';
import { isList } from '../is-list.js';
import { isRecord } from '../is-record.js';
import { keyPath } from '../key-path.js';
import { redactedView } from '../redacted-view.js';
import type { Origin, Origins } from './origin.js';

/** What the layers said, before validation. */
export interface Said {
  readonly file: JsonObject;
  /** Variable by path. */
  readonly environment: ReadonlyMap<string, string>;
}

/** Where each value of a good configuration comes from (SPEC 10). What is derived (`policy_digest`) has no origin. */
export function originsOf(config: Config, said: Said): Origins {
  const { endpoints, ...rest } = redactedView(config);
  const origins = new Map<string, Origin>();
  if (isList(endpoints)) {
    for (const [at, view] of endpoints.entries()) {
      const path = keyPath('endpoints', at);
      collect(view, path, ['endpoints', at], (way) => endpointOrigin(way, said), origins);
      const key = config.endpoints[at]?.apiKeyOrigin;
      if (key !== undefined) origins.set(keyPath(path, 'api_key'), keyOrigin(key, path));
      origins.delete(keyPath(path, 'policy_digest'));
    }
  }
  collect(rest, '', [], (way) => originAt(way, said), origins);
  return Object.fromEntries(origins);
}

type Way = readonly (string | number)[];

function collect(
  value: Json,
  path: string,
  way: Way,
  origin: (way: Way) => Origin,
  into: Map<string, Origin>,
): void {
  if (!isRecord(value)) into.set(path, origin(way));
  else
    for (const [key, member] of Object.entries(value))
      collect(member, keyPath(path, key), [...way, key], origin, into);
}

/** An endpoint's own policy is over the shared one, wherever that comes from. */
function endpointOrigin(way: Way, said: Said): Origin {
  const own = originAt(way, said);
  return own.kind === 'default' && way[2] === 'policy' ? originAt(way.slice(2), said) : own;
}

function originAt(way: Way, { file, environment }: Said): Origin {
  const path = way.reduce<string>(keyPath, '');
  const name = environment.get(path);
  if (name !== undefined) return { kind: 'environment', name };
  return isSaid(file, way) ? { kind: 'file', key: path } : { kind: 'default' };
}

function isSaid(tree: Json, [first, ...rest]: Way): boolean {
  if (first === undefined) return true;
  const here = isList(tree) ? tree[Number(first)] : memberOf(tree, String(first));
  return here !== undefined && isSaid(here, rest);
}

function memberOf(tree: Json, key: string): Json | undefined {
  return isRecord(tree) && Object.hasOwn(tree, key) ? tree[key] : undefined;
}

function keyOrigin(origin: ApiKeyOrigin, path: string): Origin {
  switch (origin.kind) {
    case 'environment':
      return { kind: 'environment', name: origin.name };
    case 'file':
      return { kind: 'file', key: keyPath(path, 'api_key_file') };
    case 'given':
      return { kind: 'default' };
  }
}
