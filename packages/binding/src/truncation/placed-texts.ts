import type { Json, JsonObject } from '@aip-hermes/aip';
import { jsonTextBytes } from './json-size.js';

/** A text of a value, its JSON Pointer (RFC 6901) and its size inside JSON. */
export interface PlacedText {
  readonly path: string;
  readonly text: string;
  readonly bytes: number;
}

/** Nesting that is looked into; provider JSON is parsed with at most 128 levels. */
const MAX_DEPTH = 160;

/** The `count` longest texts of a value by their bytes in JSON, longest first; equal ones in document order. */
export function longestTexts(value: JsonObject, count: number): readonly PlacedText[] {
  const found: PlacedText[] = [];
  collect(value, '', 0, found);
  return found.sort((a, b) => b.bytes - a.bytes).slice(0, count);
}

function collect(value: Json, path: string, depth: number, found: PlacedText[]): void {
  if (typeof value === 'string') {
    found.push({ path, text: value, bytes: jsonTextBytes(value) });
    return;
  }
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  for (const [name, child] of Object.entries<Json>(value)) {
    collect(child, `${path}/${escaped(name)}`, depth + 1, found);
  }
}

/** The value with the given texts in place of the ones at these pointers. */
export function withTexts(value: JsonObject, texts: ReadonlyMap<string, string>): JsonObject {
  return replaceMembers(value, '', 0, texts);
}

function replaceMembers(
  value: JsonObject,
  path: string,
  depth: number,
  texts: ReadonlyMap<string, string>,
): JsonObject {
  const members = Object.entries(value).map(([name, child]): [string, Json] => [
    name,
    replace(child, `${path}/${escaped(name)}`, depth + 1, texts),
  ]);
  return Object.fromEntries(members);
}

function replace(value: Json, path: string, depth: number, texts: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return texts.get(path) ?? value;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (!isList(value)) return replaceMembers(value, path, depth, texts);
  return value.map((item, index) => replace(item, `${path}/${index}`, depth + 1, texts));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
