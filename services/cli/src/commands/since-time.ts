import { InvalidArgumentError } from 'commander';

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const DURATION = /^(\d{1,9})([smhdw])$/;

/** Year to day, then perhaps a time, then perhaps a zone. */
const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** What `--since` takes, for its help. */
export const SINCE_HELP =
  'only from this time on: 30m, 2h, 7d, or 2026-12-01T09:30 (UTC unless it names a zone)';

/**
 * Reads a point in time from the command line, as milliseconds since 1970: a duration counts back from `nowMs`, an
 * ISO 8601 time without a zone is UTC, as every time this program prints. @throws InvalidArgumentError naming what is accepted
 */
export function sinceTime(text: string, nowMs: number): number {
  const [, count = '', unit = ''] = DURATION.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs !== undefined) return nowMs - Number(count) * unitMs;
  const atMs = isoTime(text);
  if (atMs !== null) return atMs;
  throw new InvalidArgumentError(
    'A duration such as 30m, 2h or 7d (s, m, h, d, w) or a time such as 2026-12-01 or 2026-12-01T09:30:00Z is wanted.',
  );
}

function isoTime(text: string): number | null {
  const [, day = '', time, , , zone] = ISO.exec(text) ?? [];
  const midnightMs = Date.parse(day);
  // Such as 30 February, which JavaScript takes for a day in March.
  if (Number.isNaN(midnightMs) || !new Date(midnightMs).toISOString().startsWith(day)) return null;
  const atMs = Date.parse(time !== undefined && zone === undefined ? `${text}Z` : text);
  return Number.isNaN(atMs) ? null : atMs;
}
