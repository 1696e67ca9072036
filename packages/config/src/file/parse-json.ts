import { parseLossless, toPlainJson, type Json } from '@aip-hermes/aip';
import type { Findings } from '../findings.js';
import { keyPath } from '../key-path.js';
import { MAX_DEPTH, MAX_FILE_BYTES, WHOLE_FILE } from './file-limits.js';

/** What to do about each fault; the parser's own text may quote the file, so it is not repeated. */
const ADVICE: Readonly<Record<string, string>> = {
  duplicate_member: 'stands twice; remove one of the two',
  too_deep: `is nested more than ${MAX_DEPTH} levels deep`,
  not_json: 'is not valid JSON here or just before; check commas, quotes and brackets',
};

/** The value of a JSON text; undefined, with a problem, when it is not good. Never throws. */
export function parseJson(text: string, findings: Findings): Json | undefined {
  const parsed = parseLossless(text, { maxBytes: MAX_FILE_BYTES, maxDepth: MAX_DEPTH });
  if (parsed.kind === 'bad') {
    const advice = ADVICE[parsed.code] ?? 'is not valid JSON';
    findings.problem(pathOf(parsed.path), `${placeOf(text, parsed.offset)}${advice}`);
    return undefined;
  }
  const plain = toPlainJson(parsed.value);
  if (plain.kind === 'ok') return plain.value;
  findings.problem(pathOf(plain.path), 'is a number too large to be kept exactly');
  return undefined;
}

/** As for YAML: both count from 1. */
function placeOf(text: string, offset: number | undefined): string {
  if (offset === undefined) return '';
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: `;
}

function pathOf(pointer: string | undefined): string {
  if (pointer === undefined || pointer === '') return WHOLE_FILE;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => keyPath(path, /^\d{1,9}$/.test(part) ? Number(part) : part), '');
}
