import { sha256Hex, type JsonObject } from '@aip-hermes/aip';
import type { Truncation } from '../events/observation.js';
import { cutText } from './cut-text.js';
import { longestTexts, withTexts, type PlacedText } from './placed-texts.js';

/** A value within its limit, and what was cut from it, longest first. */
export interface Capped {
  readonly value: JsonObject;
  readonly truncated: readonly Truncation[];
}

/** Texts that are cut in one value, at most; more would make the list of cuts itself too long. */
const MAX_CUTS = 64;

/** Bytes of all pointers together, at most: member names come from the provider. */
const MAX_POINTER_BYTES = 16_384;

/**
 * Cuts as few texts as possible, the longest ones, to one common size, so that `excess` bytes of JSON go away
 * (SPEC R6). Undefined when texts alone do not suffice.
 */
export function cutLongest(value: JsonObject, excess: number): Capped | undefined {
  const longest = longestTexts(value, MAX_CUTS + 1);
  const cut = howToCut(longest, excess);
  if (cut === undefined) return undefined;
  const chosen = longest.slice(0, cut.count);
  const pointerBytes = chosen.reduce((bytes, { path }) => bytes + Buffer.byteLength(path), 0);
  if (pointerBytes > MAX_POINTER_BYTES) return undefined;
  const texts = new Map(chosen.map(({ path, text }) => [path, cutText(text, cut.size)]));
  return { value: withTexts(value, texts), truncated: chosen.map(cutOff) };
}

function howToCut(
  longest: readonly PlacedText[],
  excess: number,
): { count: number; size: number } | undefined {
  let total = 0;
  for (const [index, text] of longest.slice(0, MAX_CUTS).entries()) {
    const count = index + 1;
    total += text.bytes;
    const size = Math.floor((total - excess) / count);
    const next = longest[count]?.bytes ?? 0;
    if (size >= next && size >= 0) return { count, size };
  }
  return undefined;
}

function cutOff({ path, text }: PlacedText): Truncation {
  return { path, bytes: Buffer.byteLength(text), sha256: sha256Hex(text) };
}
