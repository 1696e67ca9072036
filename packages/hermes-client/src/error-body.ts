import type { CredentialMask } from './credential-mask.js';
import { isProviderObject, parseProviderJson } from './provider-json.js';
import { capText } from './provider-text.js';

/** Most bytes kept of a provider's error code or message. */
const ERROR_TEXT_LIMIT_BYTES = 2048;

/** The provider's own words about an error, untrusted and capped. */
export interface ErrorBody {
  /** The body is a JSON object: the server's handler spoke, not the framework or a proxy (hermes 1.5). */
  readonly json: boolean;
  readonly code: string | null;
  readonly message: string | null;
}

/** Reads `{"error": {"code", "message"}}` or `{"error": "text"}`; every member may be missing. */
export function errorBody(text: string, mask: CredentialMask): ErrorBody {
  const parsed = parseProviderJson(text);
  if (parsed.kind !== 'value' || !isProviderObject(parsed.value)) {
    return { json: false, code: null, message: null };
  }
  const { error } = parsed.value as { error?: unknown };
  const words: { code?: unknown; message?: unknown } =
    typeof error === 'object' && error !== null ? error : { message: error };
  const kept = (word: unknown): string | null =>
    typeof word === 'string' ? capText(mask.text(word), ERROR_TEXT_LIMIT_BYTES) : null;
  return { json: true, code: kept(words.code), message: kept(words.message) };
}
