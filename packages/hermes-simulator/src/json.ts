/** A number the wire shows as a Python float: `1` is written `1.0` (README 1.4 of the API facts: times, durations). */
export class PythonFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** What the simulator writes: JSON, plus floats that keep their point. */
export type Json = string | number | boolean | null | PythonFloat | readonly Json[] | JsonObject;

/** An object whose key order is the order on the wire. */
export interface JsonObject {
  readonly [key: string]: Json;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quoted(text: string): string {
  const escaped = text.replace(
    /["\\]|[^ -~]/g,
    (unit) => SHORT_ESCAPES[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

function float(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** Writes JSON as Python does by default: a blank after `:` and `,`, every non-ASCII UTF-16 unit as an escape. */
export function pythonJson(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof PythonFloat) return float(value.value);
  if (isJsonArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${quoted(key)}: ${pythonJson(item)}`)
    .join(', ')}}`;
}

/** Writes JSON as the server's tools do: as `pythonJson`, but characters beyond ASCII stay as they are. */
export function toolJson(value: Json): string {
  return pythonJson(value).replace(
    /(?<!\\)((?:\\\\)*)((?:\\u(?!00[01])[0-9a-f]{4})+)/g,
    (_all, before: string, units: string) =>
      before +
      units.replace(/\\u([0-9a-f]{4})/g, (_unit, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
  );
}

/** Whether a JSON value is an array; narrows readonly arrays, which `Array.isArray` does not. */
export function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a JSON value is an object and neither null, array nor float. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !(value instanceof PythonFloat) && !Array.isArray(value)
  );
}
