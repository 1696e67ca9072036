/** Characters of a base URL, at most. */
export const MAX_URL_LENGTH = 2_048;

/** Origin only, or the mirror of one profile of a multi-profile Hermes (hermes 1.1). */
const PATH = /^\/(?:p\/[A-Za-z0-9._-]{1,128}\/?)?$/;

/** The path as typed: one that a parser would fold (`/p/..`, `%2e`) means another place than it says. */
const WRITTEN_PATH = /^https?:\/\/[^/]*(?:\/(?:p\/(?!\.{1,2}\/?$)[A-Za-z0-9._-]{1,128}\/?)?)?$/i;

const LOOPBACK_V4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/**
 * What is wrong with a base URL, or null (reference 1.3). The URL is never repeated: it may hold a password by
 * mistake.
 */
export function baseUrlProblem(text: string): string | null {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  if (/[\s\\\p{Cc}]/u.test(text)) return 'must have no spaces or backslashes';
  if (!/^https?:\/\//i.test(text)) return 'must start with https:// or http://';
  if (!URL.canParse(text)) return 'is not a URL; write it like https://hermes.example.com';
  const url = new URL(text);
  if (text.includes('@')) return 'must hold no user name or password; the API key has its own setting';
  if (text.includes('?') || text.includes('#'))
    return 'must have no query (?) and no fragment (#); remove it';
  if (!PATH.test(url.pathname) || !WRITTEN_PATH.test(text))
    return 'must have no path, or /p/<name> for one profile of a multi-profile Hermes';
  return null;
}

/** A good base URL in one form: lower-case host, no default port, no slash at the end. */
export function normaliseBaseUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

/** Whether a good base URL sends the API key in the clear over a network: plain http, not to this machine. */
export function isInsecure(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return false;
  // Names below .localhost are resolved like any other by some systems; only the bare one is taken for this machine.
  const local = hostname === 'localhost' || hostname === '[::1]';
  return !local && !LOOPBACK_V4.test(hostname);
}
