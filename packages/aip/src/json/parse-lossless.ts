import { scanJson, type ScanFault } from './json-scanner.js';
import type { LosslessJson } from './lossless-json.js';

/** Nested containers allowed by default, as AIP decoders do (aip section 1). */
export const DEFAULT_MAX_DEPTH = 128;

/** `maxBytes` counts UTF-8 bytes; `maxDepth` counts nested containers. */
export interface ParseLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** Why command bytes were refused. */
export type LosslessFault = 'empty' | 'too_large' | 'not_utf8' | ScanFault;

/** A parsed value, or the first fault; `path` is a JSON pointer and `offset` a UTF-16 unit of the text, where known. */
export type LosslessResult =
  | { readonly kind: 'ok'; readonly value: LosslessJson }
  | {
      readonly kind: 'bad';
      readonly code: LosslessFault;
      readonly message: string;
      readonly path?: string;
      readonly offset?: number;
    };

const BLANK = /^[ \t\r\n]*$/;

/**
 * Reads command bytes exactly (SPEC B2): number text is kept, duplicate members are refused, a member named
 * `__proto__` is plain data. Bytes that are not UTF-8, a byte order mark, and anything over a limit are
 * refused. Never throws, never recurses. Lone surrogates written as escapes pass: see `findIllFormedText`.
 */
export function parseLossless(bytes: Uint8Array | string, limits: ParseLimits): LosslessResult {
  const size = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.byteLength;
  if (size > limits.maxBytes) return bad('too_large', `${size} bytes, at most ${limits.maxBytes} allowed`);
  const text = typeof bytes === 'string' ? bytes : decodeUtf8(bytes);
  if (text === undefined) return bad('not_utf8', 'the bytes are not UTF-8');
  if (BLANK.test(text)) return bad('empty', 'no value');
  return scanJson(text, { maxDepth: limits.maxDepth, duplicates: 'refuse' });
}

function bad(code: LosslessFault, message: string): LosslessResult {
  return { kind: 'bad', code, message };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
