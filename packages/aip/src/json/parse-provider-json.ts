import { scanJson } from './json-scanner.js';
import type { Json } from './json.js';
import { DEFAULT_MAX_DEPTH } from './parse-lossless.js';
import { toPlainJsonWithText } from './to-plain-json.js';

/** A value from provider text, or why there is none. */
export type ProviderJsonResult =
  | { readonly kind: 'ok'; readonly value: Json }
  | { readonly kind: 'not_json' }
  | { readonly kind: 'too_deep' };

/** Valid text over 128 levels needs 129 opening and 129 closing characters. */
const SHORTEST_TOO_DEEP = 2 * (DEFAULT_MAX_DEPTH + 1);

/** An integer literal of 16 digits or more, or an exponent that may overflow. A false alarm costs only time. */
const NEEDS_TEXT = /(?:^|[\s:,[-])\d{16}|[eE]\+?\d{3}/;

/**
 * Reads text of the provider. Integers beyond +-(2^53-1) and numbers beyond the doubles become strings of
 * their digits, so nothing is rounded silently; everything else is as `JSON.parse` reads it. Deeper than 128
 * levels is refused before parsing. The caller bounds the length. Never throws.
 */
export function parseProviderJson(text: string): ProviderJsonResult {
  if (text.length >= SHORTEST_TOO_DEEP && nestsTooDeep(text)) return { kind: 'too_deep' };
  if (NEEDS_TEXT.test(text)) return exact(text);
  try {
    return { kind: 'ok', value: JSON.parse(text) as Json };
  } catch {
    return { kind: 'not_json' };
  }
}

function exact(text: string): ProviderJsonResult {
  const scanned = scanJson(text, { maxDepth: DEFAULT_MAX_DEPTH, duplicates: 'last_wins' });
  if (scanned.kind === 'ok') return { kind: 'ok', value: toPlainJsonWithText(scanned.value) };
  return { kind: scanned.code === 'too_deep' ? 'too_deep' : 'not_json' };
}

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = closingQuote(text, at);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > DEFAULT_MAX_DEPTH) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at;
    if (unit === 0x5c) at += 1;
  }
  return text.length;
}
