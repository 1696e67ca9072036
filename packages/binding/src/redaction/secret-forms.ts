import { MASK } from './mask.js';

/** The texts in which held credentials may appear, longest first. */
interface SecretForms {
  readonly forms: readonly string[];
  /** No shorter text can hold any of them. */
  readonly shortest: number;
}

const compiled = new WeakMap<readonly string[], SecretForms>();

/**
 * The forms of the credentials the connector holds: as they are, percent-encoded, escaped as in JSON, and base64
 * (both alphabets) of the whole. Kept per array, so the array must not change. A credential that is part of the
 * mask itself is left out: masking it would never end.
 */
export function secretForms(secrets: readonly string[]): SecretForms {
  const known = compiled.get(secrets);
  if (known !== undefined) return known;
  const all = new Set(secrets.filter((secret) => !MASK.includes(secret)).flatMap(formsOf));
  const forms = [...all].filter((form) => !MASK.includes(form)).sort((a, b) => b.length - a.length);
  const result = { forms, shortest: forms.at(-1)?.length ?? Number.POSITIVE_INFINITY };
  compiled.set(secrets, result);
  return result;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const padded = bytes.toString('base64');
  const percent = percentEncoded(secret);
  return [
    secret,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    padded,
    padded.replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
}

function percentEncoded(secret: string): string {
  return encodeURIComponent(secret.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'));
}
