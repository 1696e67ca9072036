import type { Json } from '@aip-hermes/aip';
import { Composer, Lexer, LineCounter, Parser, type CST, type Document, type ErrorCode } from 'yaml';
import type { Findings } from '../findings.js';
import { MAX_DEPTH, MAX_LEXEMES, WHOLE_FILE } from './file-limits.js';
import { yamlValue } from './yaml-value.js';

/** Syntax problems shown; what follows the first few mostly follows from them. */
const MAX_SYNTAX_PROBLEMS = 10;

/** The parser's stack holds the document and up to two entries a level. */
const MAX_STACK = 2 * MAX_DEPTH + 4;

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  strict: true,
  stringKeys: true,
  // Looked for by `yamlValue`, in one step a key: the library compares every two.
  uniqueKeys: false,
  // Pretty errors quote the file, which may hold a secret by mistake.
  prettyErrors: false,
  logLevel: 'silent',
  resolveKnownTags: false,
  merge: false,
} as const;

/** The library's texts may quote the file; these do not. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'the indentation does not fit; indent siblings equally, and close every bracket',
  BAD_ALIAS: 'an alias names no anchor before it',
  BAD_SCALAR_START: 'a text starts with a reserved character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a value stands where a key is expected; check the indentation, or quote the text',
  KEY_OVER_1024_CHARS: 'a key is too long',
  MISSING_CHAR: 'a quote, bracket or colon is missing before here',
  MULTIPLE_DOCS: 'the file holds more than one document; keep one',
  NON_STRING_KEY: 'a key must be a text',
  TAB_AS_INDENT: 'a tab is used to indent; use spaces',
  TAG_RESOLVE_FAILED: 'tags (!name) are not supported; remove it',
  UNEXPECTED_TOKEN: 'something stands here that does not belong; check the lines before, or quote the text',
};

/**
 * The value of a YAML 1.2 text; undefined, with problems, when it is not good. Never throws: depth and size are
 * checked on the flat token stream, because composing a deep tree exhausts the stack.
 */
export function parseYaml(text: string, findings: Findings): Json | undefined {
  const lines = new LineCounter();
  const tokens = tokensOf(text, lines, findings);
  if (tokens === undefined) return undefined;
  const documents = new Composer(OPTIONS).compose(tokens, true, text.length);
  const { value: document } = documents.next();
  if (document === undefined) return null;
  if (documents.next().done !== true) {
    findings.problem(WHOLE_FILE, 'holds more than one document; keep one');
    return undefined;
  }
  return wellFormed(document, lines, findings) ? yamlValue(document, lines, findings) : undefined;
}

function tokensOf(text: string, lines: LineCounter, findings: Findings): CST.Token[] | undefined {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    lexemes += 1;
    if (parser.stack.length > MAX_STACK) {
      findings.problem(WHOLE_FILE, `is nested more than ${MAX_DEPTH} levels deep`);
      return undefined;
    }
    if (lexemes > MAX_LEXEMES) {
      findings.problem(WHOLE_FILE, 'has too many parts for a configuration; make it smaller');
      return undefined;
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function wellFormed(document: Document, lines: LineCounter, findings: Findings): boolean {
  const { explicit, version } = document.directives?.yaml ?? {};
  if (explicit === true && version !== '1.2') {
    findings.problem(WHOLE_FILE, 'is marked as YAML 1.1; write YAML 1.2 and remove the %YAML line');
    return false;
  }
  const faults = [...document.errors, ...document.warnings];
  for (const { code, pos } of faults.slice(0, MAX_SYNTAX_PROBLEMS)) {
    const { line, col } = lines.linePos(pos[0]);
    findings.problem(WHOLE_FILE, `line ${line}, column ${col}: ${ADVICE[code] ?? 'this is not valid YAML'}`);
  }
  return faults.length === 0;
}
