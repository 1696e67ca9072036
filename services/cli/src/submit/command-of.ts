import {
  MESSAGE_TYPES,
  toPlainJson,
  validateAction,
  validateEnvelope,
  type Envelope,
  type Json,
  type LosslessJson,
  type LosslessJsonObject,
  type Problem,
} from '@aip-hermes/aip';
import { approve } from './approve.js';
import { envelopeOf, isBareAction, isEnvelopeLike } from './as-envelope.js';
import { problemText } from './problem-text.js';
import type { Submitter } from './submitter.js';
import { writeLossless } from './write-lossless.js';

/** A command ready for the bus. */
export interface ReadyCommand {
  readonly key: string | null;
  readonly value: Uint8Array;
  readonly message_id: string | null;
  readonly action_id: string | null;
}

/** A ready command, or every reason why the value is none. */
export type CommandRead =
  | { readonly kind: 'ok'; readonly command: ReadyCommand }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

const NEITHER =
  'the command: neither an Envelope (aip_version, message_type, body ...) nor an Action (id, capability_id, input ...)';

/** Checks one value as an envelope or a bare Action, and makes it ready to be sent (SPEC I11). */
export function commandOf(value: LosslessJson, by: Submitter): CommandRead {
  const plain = toPlainJson(value);
  if (plain.kind === 'bad') {
    const problem = `${plain.path}: the number cannot be kept exactly; give integers beyond 2^53 - 1 as text`;
    return { kind: 'bad', problems: [problem] };
  }
  const bare = isBareAction(value);
  if (!bare && !isEnvelopeLike(value)) return { kind: 'bad', problems: [NEITHER] };
  const problems = bare ? actionProblems(plain.value) : envelopeProblems(plain.value);
  if (problems.length > 0) return { kind: 'bad', problems: problems.map(problemText) };
  const envelope = approve(bare ? envelopeOf(value, by) : value, by);
  return {
    kind: 'ok',
    command: readyCommand(new TextEncoder().encode(writeLossless(envelope)), envelopeFacts(envelope)),
  };
}

/** Any bytes as they are, keyed as far as they can be understood (`--raw`). */
export function rawCommandOf(bytes: Uint8Array): ReadyCommand {
  return readyCommand(bytes, rawFacts(bytes));
}

function readyCommand(value: Uint8Array, envelope: Envelope | null): ReadyCommand {
  const ids = envelope === null ? { key: null, action_id: null } : idsOf(envelope);
  return { ...ids, value, message_id: envelope?.message_id ?? null };
}

/** Key: the source Action's id, so that what concerns one run keeps its order (DESIGN 4). */
function idsOf(envelope: Envelope): { key: string | null; action_id: string | null } {
  switch (envelope.message_type) {
    case MESSAGE_TYPES.action: {
      const { id, input } = envelope.body.action;
      return { key: sourceOfResume(input) ?? id, action_id: id };
    }
    case MESSAGE_TYPES.cancel: {
      const { target } = envelope.body.cancel;
      const id = 'action' in target ? target.action : null;
      return { key: id, action_id: id };
    }
    case MESSAGE_TYPES.delegation_request: {
      const { id } = envelope.body.delegation_request.child_action;
      return { key: id, action_id: id };
    }
    default:
      return { key: null, action_id: null };
  }
}

function sourceOfResume(input: Json): string | null {
  if (typeof input !== 'object' || input === null || !('resume' in input)) return null;
  const { resume } = input as { readonly resume: Json };
  if (typeof resume !== 'object' || resume === null || !('source_action_id' in resume)) return null;
  const { source_action_id: source } = resume as { readonly source_action_id: Json };
  return typeof source === 'string' ? source : null;
}

function envelopeFacts(envelope: LosslessJsonObject): Envelope | null {
  const plain = toPlainJson(envelope);
  if (plain.kind === 'bad') return null;
  const checked = validateEnvelope(plain.value);
  return checked.kind === 'ok' ? checked.envelope : null;
}

function rawFacts(bytes: Uint8Array): Envelope | null {
  try {
    const checked = validateEnvelope(JSON.parse(new TextDecoder().decode(bytes)) as Json);
    return checked.kind === 'ok' ? checked.envelope : null;
  } catch {
    return null;
  }
}

function actionProblems(value: Json): readonly Problem[] {
  const checked = validateAction(value);
  return checked.kind === 'ok' ? [] : checked.problems;
}

function envelopeProblems(value: Json): readonly Problem[] {
  const checked = validateEnvelope(value);
  return checked.kind === 'ok' ? [] : checked.problems;
}
