import type { Check, CheckArea, CheckState } from '../doctor/check.js';
import type { DoctorReport } from '../doctor/report.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';
import { wrapped } from './wrapped.js';

const HEADS: Readonly<Record<CheckArea, string>> = {
  program: 'program',
  configuration: 'configuration',
  data: 'data directory',
  service: 'service',
  log: 'event log',
  bus: 'message bus',
  clock: 'clock',
  endpoint: 'endpoint',
};

const INDENT = 2;
const STATE_COLUMN = 9;
/** A longer name gets a line of its own. */
const MOST_NAME = 24;
const LEAST_ROOM = 30;
/** Characters of one sentence that are shown. */
const MAX_TEXT = 2_000;

/** The report for a person: a block an area, a line a check, what to do below it; ends without a line feed. */
export function doctorText(report: DoctorReport, style: Style, width: number): string {
  const column = Math.min(MOST_NAME, Math.max(...report.checks.map(({ check }) => check.length))) + 2;
  const lines: string[] = [];
  let last: string | null = null;
  for (const check of report.checks) {
    const head = headOf(check, report);
    if (head !== last) lines.push(...(last === null ? [] : ['']), style.bold(head));
    last = head;
    lines.push(...linesOf(check, column, style, width));
  }
  return [...lines, '', summaryOf(report, style)].join('\n');
}

function headOf({ area, endpoint_id }: Check, { data }: DoctorReport): string {
  const name = area === 'data' ? data : endpoint_id;
  return name === null ? HEADS[area] : `${HEADS[area]} ${printableLine(name)}`;
}

function linesOf(check: Check, column: number, style: Style, width: number): readonly string[] {
  const name = printableLine(check.check);
  const indent = INDENT + STATE_COLUMN + column;
  const room = Math.max(LEAST_ROOM, width - indent);
  const [first = '', ...rest] = wrapped(printableLine(check.text, MAX_TEXT), room);
  const further = (line: string): string => ' '.repeat(indent) + line;
  const action = check.action === null ? [] : actionLines(printableLine(check.action, MAX_TEXT), room);
  const begin = `${' '.repeat(INDENT)}${paint(check.state, style)}`;
  const heads =
    name.length < column
      ? [`${begin}${style.dim(name.padEnd(column))}${first}`]
      : [`${begin}${style.dim(name)}`, further(first)];
  return [...heads, ...rest.map(further), ...action.map((line) => further(style.accent(line)))];
}

/** A command line at the end stays on one line, however long, so that it can be copied. */
function actionLines(action: string, room: number): readonly string[] {
  const at = action.search(/(?<!`)\b(?:aip-hermes|chmod) /);
  if (at <= 0) return wrapped(`-> ${action}`, room);
  const lines = wrapped(`-> ${action.slice(0, at).trimEnd()}`, room);
  const command = action.slice(at);
  const last = `${lines.at(-1) ?? ''} ${command}`;
  return last.length <= room ? [...lines.slice(0, -1), last] : [...lines, command];
}

function paint(state: CheckState, style: Style): string {
  const word = state.padEnd(STATE_COLUMN);
  switch (state) {
    case 'ok':
      return style.good(word);
    case 'warning':
      return style.warn(word);
    case 'problem':
      return style.bad(word);
  }
}

function summaryOf({ counts, state }: DoctorReport, style: Style): string {
  const several = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
  const text = `${several(counts.problem, 'problem')}, ${several(counts.warning, 'warning')}, ${counts.ok} ok`;
  if (state === 'problem') return style.bad(text);
  return state === 'warning' ? style.warn(text) : style.good(text);
}
