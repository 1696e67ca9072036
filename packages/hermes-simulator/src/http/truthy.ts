import { isJsonArray, isJsonObject, PythonFloat, type Json } from '../json.js';

/** Python's truth of a JSON value: empty strings, arrays and objects are false. */
export function truthy(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (value instanceof PythonFloat) return value.value !== 0;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value.length > 0;
  if (typeof value === 'boolean') return value;
  if (isJsonArray(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}
