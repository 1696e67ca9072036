import type { JsonObject } from '@aip-hermes/aip';
import { isRecord } from './is-record.js';

/** Who said a value; defaults are filled in afterwards, by the schema. */
type LayerOrigin = 'file' | 'environment';

/** A raw tree of one origin, not yet validated. */
export interface Layer {
  readonly origin: LayerOrigin;
  readonly tree: JsonObject;
}

/**
 * Lays raw trees over each other, later ones win: sections key by key, everything inside a section whole.
 * A section that is null (in YAML: a name with nothing below it) counts as absent.
 */
export function mergeLayers(layers: readonly Layer[]): JsonObject {
  const merged = new Map<string, JsonObject[string]>();
  for (const { tree } of layers) {
    for (const [key, value] of Object.entries(tree)) {
      if (value === null) continue;
      const below = merged.get(key);
      merged.set(key, isRecord(below) && isRecord(value) ? { ...below, ...value } : value);
    }
  }
  return Object.fromEntries(merged);
}
