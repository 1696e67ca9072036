import type { Json } from '../json.js';

/** Bodies Python accepts and `JSON.parse` does not: bare NaN and infinities. 1e999 reads as Infinity, as truthy as NaN. */
function withoutNonFinite(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (token) => {
    if (token.startsWith('"')) return token;
    return token.startsWith('-') ? '-1e999' : '1e999';
  });
}

/**
 * Reads a request body as the server's JSON parser does: strict UTF-8, a byte order mark is an error,
 * NaN and Infinity are numbers, the last of two equal keys wins. Undefined means "Invalid JSON".
 */
export function parsePythonJson(body: Uint8Array): Json | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text) as Json;
  } catch {
    if (!/NaN|Infinity/.test(text)) return undefined;
  }
  try {
    return JSON.parse(withoutNonFinite(text)) as Json;
  } catch {
    return undefined;
  }
}
