import type { Json, JsonObject } from '@aip-hermes/aip';
import { isRecord } from './is-record.js';

/** Who said a value; defaults are filled in afterwards, by the schema. */
type LayerOrigin = 'file' | 'environment';

/** A raw tree of one origin, not yet validated. */
export interface Layer {
  readonly origin: LayerOrigin;
  readonly tree: JsonObject;
}

/**
 * Lays raw trees over each other, later ones win: objects key by key, lists and scalars whole. A section that is
 * null (in YAML: a name with nothing below it) counts as absent. What stands where an object belongs is kept, to be
 * refused by the schema.
 */
export function mergeLayers(layers: readonly Layer[]): JsonObject {
  return layers.reduce<JsonObject>((merged, { tree }) => {
    const sections = Object.entries(tree).filter(([, value]) => value !== null);
    return mergeObjects(merged, Object.fromEntries(sections));
  }, {});
}

function mergeObjects(below: JsonObject, above: JsonObject): JsonObject {
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) merged.set(key, mergeValues(merged.get(key), value));
  return Object.fromEntries(merged);
}

function mergeValues(below: Json | undefined, above: Json): Json {
  if (below === undefined || below === null || !isRecord(above)) return above;
  return isRecord(below) ? mergeObjects(below, above) : below;
}
