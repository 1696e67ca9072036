import type { Json, JsonObject } from '@aip-hermes/aip';
import type { Findings } from '../findings.js';
import { mergeLayers } from '../layer.js';
import { configKeys, type ConfigKey } from '../schema/config-keys.js';
import { ENVIRONMENT_PREFIX } from './environment-name.js';
import { unknownVariable } from './unknown-variable.js';

/** What the environment says of the configuration. */
export interface EnvironmentLayer {
  readonly tree: JsonObject;
  /** The variable, as it is spelt there, that set each path. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether any variable with the prefix is there, good or bad. */
  readonly present: boolean;
}

/**
 * Reads every `AIP_HERMES__` variable (SPEC 10): the names of scalar keys, in any case. A name that is no key, a name
 * set twice and a value that cannot be read are problems; a value is never repeated (G10).
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  findings: Findings,
): EnvironmentLayer {
  const names = new Map<string, string>();
  const trees: JsonObject[] = [];
  const given = Object.keys(env).filter((name) => name.toUpperCase().startsWith(ENVIRONMENT_PREFIX));
  for (const name of given.sort()) {
    const key = configKeys().find(({ environment }) => environment === name.toUpperCase());
    const value = env[name];
    if (key === undefined) findings.problem(name, unknownVariable(name));
    else if (value !== undefined) {
      const other = names.get(key.path);
      if (other !== undefined) findings.problem(name, `is set as ${other} too; keep one`);
      names.set(key.path, name);
      findings.saidBy(key.path, name);
      const read = valueOf(value, key);
      if (read.kind === 'bad') findings.problem(key.path, read.why);
      else trees.push(treeOf(key.path, read.value));
    }
  }
  const tree = mergeLayers(trees.map((it) => ({ origin: 'environment', tree: it })));
  return { tree, names, present: given.length > 0 };
}

type ValueRead =
  { readonly kind: 'ok'; readonly value: Json } | { readonly kind: 'bad'; readonly why: string };

/** Bounds are the schema's part; here a text becomes the type of its key. */
function valueOf(text: string, { kind, schema }: ConfigKey): ValueRead {
  if (text === '') return { kind: 'bad', why: 'is empty; give it a value or unset it' };
  switch (kind) {
    case 'whole':
      if (/^-?\d{1,15}$/.test(text)) return { kind: 'ok', value: Number(text) };
      return {
        kind: 'bad',
        why: `must be a whole number from ${Number(schema['minimum'])} to ${Number(schema['maximum'])}`,
      };
    case 'flag':
      if (text === 'true' || text === 'false') return { kind: 'ok', value: text === 'true' };
      return { kind: 'bad', why: 'must be true or false' };
    case 'text':
    case 'choice':
      return { kind: 'ok', value: text };
    case 'list':
    case 'part':
      return { kind: 'bad', why: 'can only be set in the configuration file' };
  }
}

function treeOf(path: string, value: Json): JsonObject {
  const [first = '', ...rest] = path.split('.');
  return { [first]: rest.length === 0 ? value : treeOf(rest.join('.'), value) };
}
