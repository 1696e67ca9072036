import type { Json } from '../json/json.js';
import { envelopeSchema, type Envelope, type UntiedEnvelope } from '../messages/envelope.js';
import { bodyKeyOf } from '../messages/message-type.js';
import { checkSchema } from './check-schema.js';
import { envelopeRules } from './envelope-rules.js';
import { MAX_PROBLEMS, type Problem } from './problem.js';
import { RuleBook } from './rule-book.js';

/** A valid envelope, or why it is none (at most 16 problems). */
export type EnvelopeResult =
  | { readonly kind: 'ok'; readonly envelope: Envelope }
  | { readonly kind: 'bad'; readonly problems: readonly Problem[] };

/**
 * Checks a value against the schema, then against the core rules (aip section 15). The envelope returned is
 * the value itself, nothing dropped. The value's depth must be bounded, as `parseLossless` does.
 */
export function validateEnvelope(value: Json): EnvelopeResult {
  const problems = checkSchema(envelopeSchema, value);
  if (problems.length > 0) return { kind: 'bad', problems };
  const untied = value as unknown as UntiedEnvelope;
  if (!isTied(untied)) {
    return { kind: 'bad', problems: [{ path: '/message_type', message: 'does not match the body' }] };
  }
  const book = new RuleBook();
  envelopeRules(untied, book);
  if (book.problems.length > 0) return { kind: 'bad', problems: book.problems.slice(0, MAX_PROBLEMS) };
  return { kind: 'ok', envelope: untied };
}

function isTied(envelope: UntiedEnvelope): envelope is UntiedEnvelope & Envelope {
  return Object.hasOwn(envelope.body, bodyKeyOf(envelope.message_type));
}
