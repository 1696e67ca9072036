const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,32}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

const MINUTE = 60_000;
/** Milliseconds since 1970 of 0001-01-01T00:00:00Z and of the last one of 9999. */
const FIRST = -62_135_596_800_000;
const LAST = 253_402_300_799_999;

/**
 * Reads an RFC 3339 timestamp, years 0001 to 9999: milliseconds since 1970 (finer digits are cut off), or
 * `null`. Calendar and clock are checked; a space for `T`, a missing offset and leap seconds are refused.
 */
export function parseTimestamp(text: string): number | null {
  const found = RFC3339.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  if (year < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const offset = offsetMinutes(found[8], Number(found[9] ?? 0), Number(found[10] ?? 0));
  if (offset === null) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const millisecond = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const time = date.setUTCHours(hour, minute, second, millisecond) - offset * MINUTE;
  return time < FIRST || time > LAST ? null : time;
}

/**
 * Writes milliseconds since 1970 as AIP does (aip section 3): `Z`, a fraction only when it is not zero,
 * trailing zeros cut. Throws RangeError outside the years 0001 to 9999 or for a non-finite number.
 */
export function formatTimestamp(ms: number): string {
  if (!(ms >= FIRST && ms <= LAST)) throw new RangeError('the time is outside the years 0001 to 9999');
  return new Date(ms)
    .toISOString()
    .replace('.000Z', 'Z')
    .replace(/(\.\d*?)0+Z$/, '$1Z');
}

function offsetMinutes(sign: string | undefined, hours: number, minutes: number): number | null {
  if (hours > 23 || minutes > 59) return null;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes);
}
