import type { Json, JsonObject } from '@aip-hermes/aip';
import { environmentName } from '../environment/environment-name.js';
import { isList } from '../is-list.js';
import { isRecord } from '../is-record.js';
import { configSchema } from './config-schema.js';

/** What a key takes; `part` is an object described elsewhere (the policy of an endpoint). */
export type ConfigKeyKind = 'whole' | 'flag' | 'text' | 'choice' | 'list' | 'part';

/** One key of the configuration, as the schema has it. */
export interface ConfigKey {
  /** `policy.max_events`, `endpoints[].id`. */
  readonly path: string;
  readonly kind: ConfigKeyKind;
  /** One sentence. */
  readonly meaning: string;
  /** Undefined: there is none, the key must be given or its part of the tree is absent. */
  readonly default: Json | undefined;
  /** Its JSON Schema, without null. */
  readonly schema: JsonObject;
  /** The environment variable that sets it; null: only the file can. */
  readonly environment: string | null;
}

/** Every key, in the order of the file (SPEC 10). Made once: the schema never changes. */
export function configKeys(): readonly ConfigKey[] {
  keys ??= membersOf(configSchema(), '', undefined);
  return keys;
}

let keys: readonly ConfigKey[] | undefined;

function membersOf(schema: JsonObject, path: string, defaults: Json | undefined): readonly ConfigKey[] {
  const { properties } = schema;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) =>
    isRecord(member)
      ? keysAt(
          member,
          path === '' ? name : `${path}.${name}`,
          isRecord(defaults) ? defaults[name] : undefined,
        )
      : [],
  );
}

function keysAt(member: JsonObject, path: string, inherited: Json | undefined): readonly ConfigKey[] {
  const schema = withoutNull(member);
  const initial = Object.hasOwn(schema, 'default') ? schema['default'] : inherited;
  const { items } = schema;
  if (isRecord(items) && isRecord(items['properties'])) return membersOf(items, `${path}[]`, undefined);
  if (isRecord(schema['properties'])) return membersOf(schema, path, initial);
  const kind = kindOf(schema);
  const scalar = kind !== 'list' && kind !== 'part' && !path.includes('[]');
  return [
    {
      path,
      kind,
      meaning: textOf(schema['description']),
      default: initial,
      schema,
      environment: scalar ? environmentName(path) : null,
    },
  ];
}

/** The schema of the value that is not null, with what stands beside the alternatives. */
function withoutNull(schema: JsonObject): JsonObject {
  const { anyOf, type, ...rest } = schema;
  if (isList(anyOf)) {
    const other = anyOf.find((it) => isRecord(it) && it['type'] !== 'null');
    return isRecord(other) ? { ...other, ...rest } : schema;
  }
  if (!isList(type)) return schema;
  return { type: type.find((it) => it !== 'null') ?? null, ...rest };
}

function kindOf({ type, enum: values }: JsonObject): ConfigKeyKind {
  if (type === 'integer') return 'whole';
  if (type === 'boolean') return 'flag';
  if (type === 'array') return 'list';
  if (type === 'string') return values === undefined ? 'text' : 'choice';
  return 'part';
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
