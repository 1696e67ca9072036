import { objectAt, textAt, type Loose, type Published } from '../watch/published.js';
import type { Reply } from '../watch/reply-of.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';

/** What a reply tells a person: where the Action stands, and what can be done next. */
export function replyLines({ value }: Published, reply: Reply, style: Style): readonly string[] {
  const body = objectAt(value, 'body');
  const ack = objectAt(body, 'ack');
  if (ack !== null) return [ackLine(ack, style)];
  const id = printableLine(
    textAt(resultOf(body), 'action_id') ?? textAt(resultOf(body), 'child_action_id') ?? 'the command',
  );
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
      return endLines(id, reply.end, errorOf(body), style);
  }
}

function endLines(id: string, end: string, error: Loose | null, style: Style): readonly string[] {
  const code = printableLine(textAt(error, 'code') ?? '');
  const reason = textAt(error, 'message');
  const why = reason === null ? [] : [`  ${printableLine(reason, 500)}`];
  switch (end) {
    case 'good':
      return [style.good(`= ${id} completed`)];
    case 'cancelled':
      return [style.warn(`= ${id} cancelled${code === '' ? '' : ` (${code})`}`), ...why];
    case 'outcome_unknown':
      return [
        style.bad(`= ${id} outcome unknown (${code})`),
        ...why,
        style.dim(`  It is never repeated automatically. Find out what Hermes did: aip-hermes audit ${id}`),
      ];
    default:
      return [
        style.bad(`= ${id} failed (${code})`),
        ...why,
        style.dim(`  The whole record: aip-hermes audit ${id}`),
      ];
  }
}

function ackLine(ack: Loose, style: Style): string {
  const id = printableLine(textAt(ack, 'action_id') ?? '');
  const status = textAt(ack, 'status') ?? '';
  const reason = textAt(ack, 'reason');
  const text = `= ${id} ${printableLine(status)}${reason === null ? '' : `: ${printableLine(reason, 500)}`}`;
  return status === 'rejected' ? style.bad(text) : style.dim(text);
}

function resultOf(body: Loose | null): Loose | null {
  return objectAt(body, 'action_result') ?? objectAt(body, 'delegation_result');
}

function errorOf(body: Loose | null): Loose | null {
  return objectAt(resultOf(body), 'error') ?? objectAt(objectAt(body, 'error'), 'error');
}
