import type { JsonObject } from '@aip-hermes/aip';

/** Brings an event's data from its schema version to the next one. Pure; may throw on data it cannot read. */
export type Upcast = (data: JsonObject) => JsonObject;

/** Upcasts by `type@version`, the version they start from. A step without an entry changed nothing of that type. */
export type UpcastRegistry = ReadonlyMap<string, Upcast>;

/** The upcasts of this build: none yet. Old events are brought up on read and never rewritten (DESIGN 3). */
export const UPCASTS: UpcastRegistry = new Map();

/** The registry key of an event type at a schema version. */
export function upcastKey(type: string, fromVersion: number): string {
  return `${type}@${fromVersion}`;
}

/** Applies every upcast from `fromVersion` up to `toVersion`, in order. */
export function upcast(
  registry: UpcastRegistry,
  type: string,
  data: JsonObject,
  versions: { readonly from: number; readonly to: number },
): JsonObject {
  let current = data;
  for (let version = versions.from; version < versions.to; version += 1) {
    current = registry.get(upcastKey(type, version))?.(current) ?? current;
  }
  return current;
}
