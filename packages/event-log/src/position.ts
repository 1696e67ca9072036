import type { Position } from './port.js';

/** Digits of a position's text: fixed, so that positions compare as text (port: Position). */
const POSITION_WIDTH = 20;

const TEXT = /^[0-9]{20}$/;

/** The text of a counted position; `position` counts from 1. */
export function formatPosition(position: number): Position {
  return String(position).padStart(POSITION_WIDTH, '0');
}

/** The number behind a position's text; `null` (the beginning) is 0. @throws RangeError for text no log made. */
export function parsePosition(position: Position | null): number {
  if (position === null) return 0;
  const value = TEXT.test(position) ? Number(position) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new RangeError('This is not a position of this event log.');
  return value;
}
