import type { AuditMessage } from '@aip-hermes/audit';
import { objectAt, textAt, type Loose } from '../watch/published.js';
import { errorLabel } from './error-label.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';
import { wrapped } from './wrapped.js';

/** Messages shown at each end; what lies between is counted and stands in `--json`. */
const SHOWN_AT_EACH_END = 20;

/** Characters shown of an error's own words: all of them, as far as the connector writes any. */
const MAX_REASON = 2_000;

/** The messages of an audit, one line each: where, and what in short; of an error every word. */
export function messageLines(
  messages: readonly AuditMessage[],
  style: Style,
  width: number,
): readonly string[] {
  const told = (list: readonly AuditMessage[]): readonly string[] =>
    list.flatMap((message) => linesOf(message, style, width));
  const hidden = messages.length - 2 * SHOWN_AT_EACH_END;
  if (hidden <= 0) return told(messages);
  return [
    ...told(messages.slice(0, SHOWN_AT_EACH_END)),
    style.dim(`… ${hidden} more, see --json`),
    ...told(messages.slice(-SHOWN_AT_EACH_END)),
  ];
}

const TOPIC_COLUMN = 15;
const INDENT = 2;

function linesOf({ topic, value }: AuditMessage, style: Style, width: number): readonly string[] {
  const body = objectAt({ value }, 'value');
  const { what, error } = shortOf(objectAt(body, 'body'));
  const to = textAt(body, 'in_response_to');
  const line = `${style.dim(topic.padEnd(TOPIC_COLUMN))}${what}${to === null ? '' : ` to ${printableLine(to)}`}`;
  const reason = textAt(error, 'message');
  if (reason === null) return [line];
  const words = `${errorLabel(error) || 'error'}: ${printableLine(reason, MAX_REASON)}`;
  return [line, ...wrapped(words, width - INDENT).map((it) => ' '.repeat(INDENT) + it)];
}

interface Short {
  readonly what: string;
  readonly error: Loose | null;
}

function shortOf(body: Loose | null): Short {
  const chunk = objectAt(body, 'stream_chunk');
  if (chunk !== null) {
    const sequence = chunk['sequence'];
    const at = typeof sequence === 'number' ? `${sequence} ` : '';
    return { what: `chunk ${at}${statusOf(chunk, 'kind')}`, error: null };
  }
  for (const name of ['action_result', 'delegation_result', 'ack']) {
    const reply = objectAt(body, name);
    if (reply !== null)
      return {
        what: `${name.replace('_', ' ')} ${statusOf(reply, 'status')}`,
        error: objectAt(reply, 'error'),
      };
  }
  const error = objectAt(body, 'error');
  return error === null ? { what: 'unreadable', error } : { what: 'error', error: objectAt(error, 'error') };
}

function statusOf(object: Loose, member: string): string {
  return printableLine(textAt(object, member) ?? 'unknown');
}
