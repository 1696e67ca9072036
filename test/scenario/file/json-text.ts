import {
  isJsonNumber,
  jsonNumber,
  parseLossless,
  type AnyJson,
  type AnyJsonObject,
  type LosslessJson,
} from '@aip-hermes/aip';

/** Deepest nesting of a file that is read here; records that nest deeper are kept as bytes. */
const MAX_DEPTH = 1000;
/** Largest file that is read, in bytes. */
const MAX_BYTES = 16 * 1_048_576;

/** A value read, or why the text is no JSON. */
export type ReadJson =
  { readonly kind: 'ok'; readonly value: AnyJson } | { readonly kind: 'bad'; readonly reason: string };

/** Reads JSON so that nothing is rounded: a number that no double holds exactly is kept as its text. */
export function readJson(bytes: Uint8Array): ReadJson {
  const result = parseLossless(bytes, { maxBytes: MAX_BYTES, maxDepth: MAX_DEPTH });
  if (result.kind !== 'ok') return { kind: 'bad', reason: result.message };
  return { kind: 'ok', value: plain(result.value) };
}

/** The JSON text of a value on one line, kept numbers with the digits they were written with. */
export function jsonText(value: AnyJson): string {
  if (isJsonNumber(value)) return value.text;
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter((entry): entry is [string, AnyJson] => entry[1] !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`);
  return `{${members.join(',')}}`;
}

/** Whether a value is a JSON array. */
export function isList(value: AnyJson | undefined): value is readonly AnyJson[] {
  return Array.isArray(value);
}

/** Whether a value is a JSON object. */
export function isObject(value: AnyJson | undefined): value is AnyJsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/** A copy in which every text has gone through `change`; names of members stay. */
export function mapTexts(value: AnyJson, change: (text: string) => string): AnyJson {
  if (typeof value === 'string') return change(value);
  if (isList(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return objectFrom(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, mapTexts(member, change)] as const],
    ),
  );
}

/** An object with these members as own properties, whatever their names. */
export function objectFrom(members: Iterable<readonly [string, AnyJson]>): AnyJsonObject {
  const object: Record<string, AnyJson> = {};
  for (const [name, value] of members) {
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return object;
}

function plain(value: LosslessJson): AnyJson {
  if (isJsonNumber(value)) {
    const double = Number(value.text);
    const exact = value.isIntegral ? String(double) === value.text : Number.isFinite(double);
    return exact ? double : jsonNumber(value.text);
  }
  if (Array.isArray(value)) return (value as readonly LosslessJson[]).map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return objectFrom(Object.entries(value).map(([name, member]) => [name, plain(member)] as const));
}
