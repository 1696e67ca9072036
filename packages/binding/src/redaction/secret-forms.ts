import { MASK } from './mask.js';

/** The texts in which held credentials may appear. */
interface SecretForms {
  /** Fixed texts, longest first. */
  readonly forms: readonly string[];
  /** Each credential with any of its characters escaped: percent-encoded, or as in JSON within JSON; its base64 too. */
  readonly escaped: readonly (readonly RegExp[])[];
  /** No shorter text can hold any of them. */
  readonly shortest: number;
}

const compiled = new WeakMap<readonly string[], SecretForms>();

/** Base64 characters within a longer encoded text that are told from chance; fewer are not looked for. */
const SHORTEST_CORE = 8;

/** How often JSON may be a text of JSON. */
const JSON_DEPTH = 4;

/** Pieces of one expression. */
const PIECES = 64;

/** Backslashes that one character has before it at most, at that depth. */
const MOST_BACKSLASHES = 2 ** JSON_DEPTH;
const BACKSLASH = '\\\\';

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
  const longest = held.sort((a, b) => b.length - a.length);
  const escaped = [...longest.map(escapedForm), ...longest.flatMap(encodedForms)].map(inParts);
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

/** Base64 with its symbols escaped, as in a query or in JSON that writes `\/`. */
function encodedForms(secret: string): string[][] {
  const bytes = Buffer.from(secret);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  return [whole, ...coresOf(bytes)].filter((form) => /[+/]/.test(form)).map(escapedSymbols);
}

function escapedSymbols(form: string): string[] {
  const pieces = Array.from(form, (symbol) =>
    /[+/]/.test(symbol) ? `(?:${BACKSLASH}{0,${MOST_BACKSLASHES}}\\${symbol}|${percentOf(symbol)})` : symbol,
  );
  return [...pieces, `(?:=|${percentOf('=')}){0,2}`];
}

/** The pieces as expressions that match one behind the other (`maskEscaped`). */
function inParts(pieces: readonly string[]): RegExp[] {
  const count = Math.ceil(pieces.length / PIECES);
  return Array.from({ length: count }, (_, at) => {
    const source = pieces.slice(at * PIECES, (at + 1) * PIECES).join('');
    return new RegExp(source, at === 0 ? 'g' : 'y');
  });
}

/**
 * Sources, piece by piece, of what matches the credential with any mix of its characters escaped. Linear in the text: a run of
 * backslashes of the credential is one piece, together with those that escape the character behind it.
 */
function escapedForm(secret: string): string[] {
  const slash = secret.includes('%') ? BACKSLASH : `(?:${BACKSLASH}|${percentOf('\\')})`;
  const pieces = secret.toWellFormed().matchAll(/(?<run>\\*)(?<character>[^\\]|$)/gsu);
  return [...pieces].map(({ groups }) => {
    const { run = '', character = '' } = groups ?? {};
    return character === '' ? runAtEnd(run.length) : escapedCharacter(character, run.length, slash);
  });
}

/** A character behind `run` backslashes: as it is, percent-encoded up to three times over, or escaped as in JSON. */
function escapedCharacter(character: string, run: number, slash: string): string {
  const before = run === 0 ? '' : `(?:${backslashes(run, run * MOST_BACKSLASHES, slash)}|${escapedRun(run)})`;
  const plain = `${character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}|${percentOf(character)}`;
  const units = Array.from({ length: character.length }, (_, at) => anyCase(character.charCodeAt(at), 4));
  const escape = backslashes(1, MOST_BACKSLASHES, slash);
  const unicode = units.map((unit) => `${escape}u${unit}`).join('');
  const short = /^\\([bfnrt])$/.exec(JSON.stringify(character).slice(1, -1))?.[1];
  const named = short === undefined ? '' : `|${escape}${short}`;
  if (!/[!-/:-@[-`{-~]/.test(character)) return `${before}(?:${plain}|${unicode}${named})`;
  const most = (run + 1) * MOST_BACKSLASHES;
  const together = `(?:${backslashes(run, most, slash)}|${run === 0 ? '' : escapedRun(run)})(?:${plain})`;
  return `(?:${together}|${before}${unicode})`;
}

/** Backslashes at the end of the credential: as many as some depth of JSON writes, so none of its neighbours'. */
function runAtEnd(run: number): string {
  if (run === 0) return '';
  const depths = Array.from({ length: JSON_DEPTH + 1 }, (_, depth) => run * 2 ** (JSON_DEPTH - depth));
  return `(?:${escapedRun(run)}|${depths.map((count) => `${BACKSLASH}{${count}}`).join('|')})`;
}

/** Each backslash of a run percent-encoded or as `\u005c`. */
function escapedRun(run: number): string {
  return `(?:${percentOf('\\')}|${BACKSLASH}{1,${MOST_BACKSLASHES}}u${anyCase(0x5c, 4)}){${run}}`;
}

function backslashes(least: number, most: number, slash: string): string {
  return `${slash}{${least},${most}}`;
}

function percentOf(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${anyCase(byte, 2)}`).join('');
}

function anyCase(code: number, digits: number): string {
  const hex = code.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
