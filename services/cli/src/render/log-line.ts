import { printable, printableLine } from './printable.js';
import type { Style } from './style.js';

/** One JSON line of the log as a line for a person, line feed included; anything else as it is. */
export function logLine(json: string, style: Style): string {
  const fields = parse(json);
  if (fields === null) return json;
  const { level, time, msg, ...rest } = fields;
  const name = typeof level === 'string' ? printableLine(level, 5) : 'info';
  const paint = name === 'error' || name === 'fatal' ? style.bad : name === 'warn' ? style.warn : style.dim;
  const at = typeof time === 'string' ? time.slice(11, 23) : '';
  const facts = Object.entries(rest).map(([key, value]) => style.dim(`${key}=${factText(value)}`));
  const text = typeof msg === 'string' ? printable(msg) : '';
  return `${[style.dim(at), paint(name.padEnd(5)), text, ...facts].join(' ')}\n`;
}

function parse(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function factText(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value)
    return printableLine(String(value.message));
  return printableLine(typeof value === 'string' ? value : JSON.stringify(value));
}
