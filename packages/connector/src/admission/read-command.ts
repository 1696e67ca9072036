import {
  DEFAULT_MAX_DEPTH,
  findIllFormedText,
  parseLossless,
  toPlainJson,
  validateEnvelope,
  type Envelope,
  type Json,
  type LosslessJson,
} from '@aip-hermes/aip';
import type { DeadLetterReason } from '@aip-hermes/message-bus';

/** A record's value, read as far as it can be trusted. */
export type ReadCommand =
  | { readonly kind: 'envelope'; readonly envelope: Envelope; readonly exact: LosslessJson }
  /** A valid envelope in inexact JSON (SPEC B2): it can be answered but not acted on. */
  | { readonly kind: 'inexact'; readonly envelope: Envelope; readonly problem: string }
  | { readonly kind: 'dead'; readonly reason: DeadLetterReason };

/**
 * Reads the bytes of a command (SPEC B2, I10; G11). Never throws: bad bytes are a dead letter, and a command that
 * cannot be compared exactly is one to refuse.
 */
export function readCommand(value: Uint8Array | null, maxBytes: number): ReadCommand {
  if (value === null) return dead('empty', 'The record has no value.');
  const parsed = parseLossless(value, { maxBytes, maxDepth: DEFAULT_MAX_DEPTH });
  if (parsed.kind === 'ok') return readValue(value, parsed.value);
  const problem = short(`${parsed.message}${parsed.path === undefined ? '' : ` at ${parsed.path}`}`);
  switch (parsed.code) {
    case 'too_deep':
    case 'duplicate_member':
      return salvage(value, problem) ?? dead(parsed.code, problem);
    case 'empty':
    case 'too_large':
    case 'not_utf8':
    case 'not_json':
      return dead(parsed.code, problem);
  }
}

function readValue(value: Uint8Array, exact: LosslessJson): ReadCommand {
  const plain = toPlainJson(exact);
  if (plain.kind === 'bad') {
    const problem = short(
      `integers beyond 2^53 - 1 and numbers beyond the doubles must be sent as text, see ${plain.path}`,
    );
    return salvage(value, problem) ?? dead(plain.code, problem);
  }
  const checked = validateEnvelope(plain.value);
  if (checked.kind === 'bad') {
    const problems = checked.problems.map((it) => `${it.path}: ${it.message}`).join('; ');
    return dead('not_an_envelope', problems);
  }
  const illFormed = findIllFormedText(exact);
  if (illFormed === null) return { kind: 'envelope', envelope: checked.envelope, exact };
  return {
    kind: 'inexact',
    envelope: checked.envelope,
    problem: short(`the text is not well-formed Unicode at ${illFormed}`),
  };
}

/**
 * Reads once more with an ordinary parser, which rounds and overlooks, only to learn whom to answer. Null when that
 * fails too: the exact reader stops at its first fault, so what follows it may be anything.
 */
function salvage(value: Uint8Array, problem: string): ReadCommand | null {
  const rough = roughly(value);
  if (rough === undefined) return null;
  const checked = validateEnvelope(rough);
  return checked.kind === 'ok' ? { kind: 'inexact', envelope: checked.envelope, problem } : null;
}

function roughly(value: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(value)) as Json;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** UTF-16 units of a reason: it travels in headers and errors, and the paths in it are the sender's text. */
const MAX_REASON_CHARS = 1_000;

function short(reason: string): string {
  return reason.slice(0, MAX_REASON_CHARS).toWellFormed();
}

function dead(code: string, reason: string): ReadCommand {
  return { kind: 'dead', reason: { code, message: short(reason) } };
}
