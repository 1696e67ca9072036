import { objectAt, textAt, type Loose, type Published } from '../watch/published.js';
import type { Reply } from '../watch/reply-of.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';

/** What the reader of replies watches, and what can be suggested to them. */
export interface Reader {
  /** The watched id, where a reply names none; null: several are watched. */
  readonly id: string | null;
  /** The command line of an audit; null where there will be nothing left to audit. */
  readonly audit: (id: string) => string | null;
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
  if (ack !== null) return [ackLine(ack, to, style)];
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
      return [
        style.warn(`= ${id} waits for a person`),
        style.dim(
          '  Answer the prompt in Hermes itself, or wait until it times out there; the run is followed on.',
        ),
      ];
    case 'end':
      return endLines(
        {
          id,
          end: reply.end,
          error: errorOf(body),
          to: to === null ? '' : `, answer to ${printableLine(to)}`,
          audit: about === null ? null : reader.audit(about),
        },
        style,
      );
  }
}

interface EndParts {
  readonly id: string;
  readonly end: string;
  readonly error: Loose | null;
  readonly to: string;
  readonly audit: string | null;
}

function endLines({ id, end, error, to, audit }: EndParts, style: Style): readonly string[] {
  const code = printableLine(textAt(error, 'code') ?? '');
  const reason = textAt(error, 'message');
  const why = reason === null ? [] : [`  ${printableLine(reason, 500)}`];
  const next = (text: string): readonly string[] => (audit === null ? [] : [style.dim(`${text}: ${audit}`)]);
  switch (end) {
    case 'good':
      return [style.good(`= ${id} completed`)];
    case 'cancelled':
      return [style.warn(`= ${id} cancelled${code === '' ? '' : ` (${code})`}`), ...why];
    case 'outcome_unknown':
      return [
        style.bad(`= ${id} outcome unknown (${code})`),
        ...why,
        style.dim('  It is never repeated automatically.'),
        ...next('  Find out what Hermes did'),
      ];
    default:
      return [style.bad(`= ${id} failed (${code})${to}`), ...why, ...next('  The whole record')];
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
