import { MASK } from './mask.js';

/** The texts in which held credentials may appear. */
interface SecretForms {
  /** Fixed texts, longest first. */
  readonly forms: readonly string[];
  /** Each credential with any of its characters escaped: percent-encoded or `\u00xx`. */
  readonly escaped: readonly RegExp[];
  /** No shorter text can hold any of them. */
  readonly shortest: number;
}

const compiled = new WeakMap<readonly string[], SecretForms>();

/** Base64 characters within a longer encoded text that are told from chance; fewer are not looked for. */
const SHORTEST_CORE = 8;

/** How often JSON may be a text of JSON. */
const JSON_DEPTH = 4;

/**
 * The forms of the credentials the connector holds (the table in docs/redaction.md): as they are, escaped as in JSON and
 * URLs, hexadecimal, and base64 in both alphabets, also inside a longer encoded text such as `Bearer <key>`. Kept per
 * array, so the array must not change. A credential that is part of the mask itself is left out: masking it would
 * never end.
 */
export function secretForms(secrets: readonly string[]): SecretForms {
  const known = compiled.get(secrets);
  if (known !== undefined) return known;
  const held = [...new Set(secrets.filter((secret) => !MASK.includes(secret)))];
  const all = new Set(held.flatMap(formsOf));
  const forms = [...all].filter((form) => !MASK.includes(form)).sort((a, b) => b.length - a.length);
  const escaped = held.sort((a, b) => b.length - a.length).map(escapedForm);
  const result = { forms, escaped, shortest: forms.at(-1)?.length ?? Number.POSITIVE_INFINITY };
  compiled.set(secrets, result);
  return result;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const padded = bytes.toString('base64');
  const hex = bytes.toString('hex');
  return [
    secret,
    ...jsonForms(secret),
    padded,
    padded.replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...coresOf(bytes),
    hex,
    hex.toUpperCase(),
  ];
}

/** As in JSON, in JSON inside a text of JSON, and once more; the same as long as there is nothing to escape. */
function jsonForms(secret: string): string[] {
  const forms: string[] = [];
  for (let depth = 0; depth < JSON_DEPTH; depth += 1)
    forms.push(JSON.stringify(forms.at(-1) ?? secret).slice(1, -1));
  return forms;
}

/**
 * The base64 characters that depend on the credential alone, for each of the three places where it can begin in an
 * encoded text; what its neighbours share with it (at most 4 bits an end) is left.
 */
function coresOf(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const end = before + bytes.length;
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((end * 8) / 6);
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const cores = [shifted.toString('base64').slice(from, to), shifted.toString('base64url').slice(from, to)];
    return cores.filter((core) => core.length >= SHORTEST_CORE);
  });
}

/** Matches the credential with any mix of its characters escaped; linear in the text. */
function escapedForm(secret: string): RegExp {
  return new RegExp(Array.from(secret.toWellFormed()).map(escapedCharacter).join(''), 'g');
}

/** A character as it is, percent-encoded up to three times over, or as `\u` escapes with up to three backslashes. */
function escapedCharacter(character: string): string {
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${anyCase(byte, 2)}`).join('');
  const units = Array.from({ length: character.length }, (_, at) => anyCase(character.charCodeAt(at), 4));
  const unicode = units.map((unit) => `\\\\{1,3}u${unit}`).join('');
  return `(?:${character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}|${percent}|${unicode})`;
}

function anyCase(code: number, digits: number): string {
  const hex = code.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
