import { isJsonNumber } from '../json/json-number.js';
import { walkJson, type AnyJson } from '../json/walk-json.js';
import { canonicalNumber } from './canonical-number.js';
import { compareCodePoints } from './compare-code-points.js';

/**
 * Canonical JSON of AIP (aip section 4, not RFC 8785): members by code point, compact, numbers as
 * `canonicalNumber` writes them; nothing is dropped. Not recursive. Give it well-formed text only
 * (`findIllFormedText`). Throws RangeError for a number beyond the doubles.
 */
export function canonicalJson(value: AnyJson): string {
  const out: string[] = [];
  walkJson(
    value,
    {
      enter: (kind) => void out.push(kind === 'array' ? '[' : '{'),
      leave: (kind) => void out.push(kind === 'array' ? ']' : '}'),
      element: (index) => {
        if (index > 0) out.push(',');
      },
      member: (name, index) => {
        out.push(index > 0 ? ',' : '', JSON.stringify(name), ':');
        return undefined;
      },
      scalar: (scalar) => {
        const isNumber = typeof scalar === 'number' || isJsonNumber(scalar);
        out.push(isNumber ? canonicalNumber(scalar) : JSON.stringify(scalar));
        return undefined;
      },
    },
    (members) => members.sort(compareCodePoints),
  );
  return out.join('');
}
