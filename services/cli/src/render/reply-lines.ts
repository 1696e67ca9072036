import type { ExitName } from '../exit-code.js';
import { objectAt, textAt, type Loose, type Published } from '../watch/published.js';
import { nextStepFor, type Standing } from '../next-step/next-step-for.js';
import { stepText, type Suggest } from '../next-step/step-text.js';
import type { Reply } from '../watch/reply-of.js';
import { errorLabel } from './error-label.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';

/** What the reader of replies watches, and what can be suggested to them. */
export interface Reader {
  /** The watched id, where a reply names none; null: several are watched. */
  readonly id: string | null;
  readonly suggest: Suggest;
}

/** What a reply tells a person: where the Action stands, and what can be done next. */
export function replyLines(
  { value, headers }: Published,
  reply: Reply,
  reader: Reader,
  style: Style,
): readonly string[] {
  const body = objectAt(value, 'body');
  const ack = objectAt(body, 'ack');
  const to = textAt(value, 'in_response_to');
  const next = (state: Standing['state'], error: Loose | null, about: string | null): string => {
    const standing = { state, code: textAt(error, 'code'), details: objectAt(error, 'details') };
    return style.dim(
      `  Next: ${stepText(nextStepFor({ ...standing, serviceRuns: true }), about, reader.suggest)}`,
    );
  };
  if (ack !== null) {
    const isRejected = reply.kind === 'end';
    const line = ackLine(ack, to, style);
    return isRejected ? [line, next('refused_cancel', null, textAt(ack, 'action_id'))] : [line];
  }
  const result = resultOf(body);
  const named = textAt(result, 'action_id') ?? textAt(result, 'child_action_id');
  const about = named ?? headers['aip-action-id'] ?? reader.id;
  const id = printableLine(about ?? 'the command');
  switch (reply.kind) {
    case 'chunk':
    case 'promise':
    case 'accepted':
      return [];
    case 'requires_human':
      return [style.warn(`= ${id} waits for a person`), next('waiting_for_approval', null, about)];
    case 'end': {
      const error = errorOf(body);
      const lines = endLines(id, reply.end, error, to, style);
      const state = result === null ? 'refused' : stateOf(reply.end);
      return state === 'completed' ? lines : [...lines, next(state, error, about)];
    }
  }
}

function stateOf(end: ExitName): Standing['state'] {
  switch (end) {
    case 'good':
      return 'completed';
    case 'cancelled':
    case 'outcome_unknown':
      return end;
    default:
      return 'failed';
  }
}

function endLines(
  id: string,
  end: ExitName,
  error: Loose | null,
  to: string | null,
  style: Style,
): readonly string[] {
  const code = errorLabel(error);
  const reason = textAt(error, 'message');
  const why = reason === null ? [] : [`  ${printableLine(reason, 500)}`];
  switch (end) {
    case 'good':
      return [style.good(`= ${id} completed`)];
    case 'cancelled':
      return [style.warn(`= ${id} cancelled${code === '' ? '' : ` (${code})`}`), ...why];
    case 'outcome_unknown':
      return [style.bad(`= ${id} outcome unknown (${code})`), ...why];
    default: {
      const answered = to === null ? '' : `, answer to ${printableLine(to)}`;
      return [style.bad(`= ${id} failed (${code})${answered}`), ...why];
    }
  }
}

function ackLine(ack: Loose, to: string | null, style: Style): string {
  const id = printableLine(textAt(ack, 'action_id') ?? '');
  const status = printableLine(textAt(ack, 'status') ?? '');
  const reason = textAt(ack, 'reason');
  const why = reason === null ? '' : `: ${printableLine(reason, 500)}`;
  if (status !== 'rejected') return style.dim(`= ${id} ${status}${why}`);
  return style.bad(`= ${id} rejected${to === null ? '' : ` (answer to ${printableLine(to)})`}${why}`);
}

function resultOf(body: Loose | null): Loose | null {
  return objectAt(body, 'action_result') ?? objectAt(body, 'delegation_result');
}

function errorOf(body: Loose | null): Loose | null {
  return objectAt(resultOf(body), 'error') ?? objectAt(objectAt(body, 'error'), 'error');
}
