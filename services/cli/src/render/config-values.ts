import type { Json, JsonObject } from '@aip-hermes/aip';
import type { Origin, Origins } from '@aip-hermes/config';
import { pieces } from './pieces.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';
import { table } from './table.js';
import { wrapped } from './wrapped.js';

/** Columns a value has at least and at most on a terminal, where a longer one goes on in the next line. */
const NARROWEST = 24;
const WIDEST = 80;

/** Columns of the longest key and of the origin beside a value. */
const BESIDE = 90;

/** What a table of values is made from. */
interface ValuesCase {
  readonly values: JsonObject;
  /** What they do not name is a default. */
  readonly origins: Origins;
  /** By path, beside the value: what limits it. */
  readonly remarks: ReadonlyMap<string, string>;
}

/** Every value: key, value, where it comes from; none is cut. @param width Columns of the terminal; null: of none. */
export function valuesTable(
  { values, origins, remarks }: ValuesCase,
  style: Style,
  width: number | null,
): string {
  const room = width === null ? null : Math.min(WIDEST, Math.max(NARROWEST, width - BESIDE));
  const rows = leavesOf(values, '').map(([path, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const remark = remarks.get(path);
    return [
      path,
      inColumn(remark === undefined ? text : `${text} (${remark})`, room),
      originText(origins[path], path, style),
    ];
  });
  return table(['key', 'value', 'from'], rows, style);
}

function inColumn(text: string, room: number | null): string {
  const line = printableLine(text, Number.POSITIVE_INFINITY);
  if (room === null) return line;
  return wrapped(line, room)
    .flatMap((it) => pieces(it, room))
    .join('\n');
}

/** Derived, not configured. */
const DERIVED = '.policy_digest';

function leavesOf(value: Json, path: string): readonly (readonly [string, Json])[] {
  if (path.endsWith(DERIVED)) return [];
  if (Array.isArray(value) && path === 'endpoints') {
    return value.flatMap((member: Json, at) => leavesOf(member, `${path}[${at}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, member]) =>
    leavesOf(member, path === '' ? key : `${path}.${key}`),
  );
}

function originText(origin: Origin | undefined, path: string, style: Style): string {
  switch (origin?.kind) {
    case 'environment':
      return `environment ${style.accent(printableLine(origin.name))}`;
    case 'file':
      return origin.key === path ? 'file' : `file, ${origin.key}`;
    case 'default':
    case undefined:
      return style.dim('default');
  }
}
