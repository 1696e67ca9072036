import { isJsonNumber, type JsonNumber } from '../json/json-number.js';

const LOWEST_INTEGER = -(2n ** 63n);
const HIGHEST_INTEGER = 2n ** 64n - 1n;
/** No integer of the exact range is longer; longer text is not worth a big integer. */
const MAX_INTEGER_TEXT = 20;
/** Decimal point positions written without an exponent, as the reference serialiser does. */
const MAX_POINT = 16;
const MIN_POINT = -5;

/**
 * A number in canonical form (aip section 4): integers -2^63..2^64-1 as exact digits, everything else as the
 * shortest float text, always with `.` or exponent (`1.0`, `-0.0`, `1e16`, `1e-6`). A plain double that is a
 * safe integer counts as an integer, since it cannot tell `1` from `1.0`; `-0` stays a float.
 * Throws RangeError for a value beyond the doubles, which `toPlainJson` refuses.
 */
export function canonicalNumber(number: number | JsonNumber): string {
  if (isJsonNumber(number)) return isExactInteger(number) ? number.text : float(Number(number.text));
  return Number.isSafeInteger(number) && !Object.is(number, -0) ? String(number) : float(number);
}

function isExactInteger(number: JsonNumber): boolean {
  if (!number.isIntegral || number.text === '-0' || number.text.length > MAX_INTEGER_TEXT) return false;
  const value = BigInt(number.text);
  return value >= LOWEST_INTEGER && value <= HIGHEST_INTEGER;
}

function float(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('a number beyond the doubles has no canonical form');
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  return (value < 0 ? '-' : '') + place(digits, Number(exponent) + 1);
}

/** Writes digits with the decimal point after `point` of them. */
function place(digits: string, point: number): string {
  if (point > MAX_POINT || point <= MIN_POINT) {
    const rest = digits.slice(1);
    return `${digits.charAt(0)}${rest === '' ? '' : `.${rest}`}e${point - 1}`;
  }
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return `${digits.padEnd(point, '0')}.0`;
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
