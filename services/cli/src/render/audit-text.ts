import { rejectionStream } from '@aip-hermes/binding';
import type { ActionAudit } from '@aip-hermes/audit';
import { fieldTable } from './field-table.js';
import { messageLines } from './message-lines.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';
import { timeText } from './time-text.js';
import { verdictTable } from './verdict-table.js';

/** Lines of a timeline shown at each end; what lies between is counted and stands in `--json`. */
const SHOWN_AT_EACH_END = 100;

/** An audit for a person: what the id is, what happened, the binding, the messages and the verdicts; ends without a line feed. */
export function auditText(audit: ActionAudit, style: Style, width: number): string {
  return [
    style.bold(`${printableLine(audit.action_id)}: ${whatItIs(audit)}`),
    ...(audit.chain_head === null ? [] : [style.dim(`chain head ${audit.chain_head}`)]),
    style.dim(`${eventsText(audit)}, ${audit.messages.length} messages`),
    '',
    ...timelineLines(audit.timeline, style),
    '',
    ...bindingLines(audit, style, width),
    ...section('Messages', messageLines(audit.messages, style, width), style),
    verdictTable(audit.verdicts, style, width),
  ].join('\n');
}

/** What was refused beside a binding is no part of its hash chain, and is counted apart. */
function eventsText({ action_id: id, binding, events }: ActionAudit): string {
  const beside = rejectionStream(id);
  const refused = events.filter(({ stream }) => stream === beside).length;
  if (binding === null || refused === 0) return `${events.length} events`;
  return `${events.length} events (${events.length - refused} in the chain of the binding, ${refused} of refused commands)`;
}

function whatItIs({ kind, binding }: ActionAudit): string {
  const status = binding?.['status'];
  switch (kind) {
    case 'source':
      return `a run, ${typeof status === 'string' ? status : 'unreadable'}`;
    case 'resume':
      return 'an answer to a prompt';
    case 'refused':
      return 'refused; there is no binding';
  }
}

function bindingLines({ kind, binding }: ActionAudit, style: Style, width: number): readonly string[] {
  if (binding === null) return [];
  const title = kind === 'resume' ? 'Binding of its source' : 'Binding';
  return section(title, [fieldTable(binding, style, width)], style);
}

function section(title: string, lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : [style.bold(title), ...lines, ''];
}

function timelineLines(entries: ActionAudit['timeline'], style: Style): readonly string[] {
  const lines = entries.map(({ at, what }) => `${style.dim(timeText(at).padEnd(TIME_COLUMN))} ${what}`);
  const hidden = lines.length - 2 * SHOWN_AT_EACH_END;
  if (hidden <= 0) return lines;
  return [
    ...lines.slice(0, SHOWN_AT_EACH_END),
    style.dim(`… ${hidden} more, see --json`),
    ...lines.slice(-SHOWN_AT_EACH_END),
  ];
}

/** An RFC 3339 time with milliseconds. */
const TIME_COLUMN = 24;
