import type { Json, JsonObject } from '@aip-hermes/aip';
import type { Origin, Origins } from '@aip-hermes/config';
import { printableLine } from './printable.js';
import type { Style } from './style.js';
import { table } from './table.js';

/** Columns a value has at least and at most; the rest of a longer one stands in `--json`. */
const NARROWEST = 24;
const WIDEST = 80;

/** Columns of the longest key and of the origin beside a value. */
const BESIDE = 90;

/** Every value that has an origin: key, value, where it comes from. What `origins` does not name is a default. */
export function valuesTable(values: JsonObject, origins: Origins, style: Style, width: number): string {
  const room = Math.min(WIDEST, Math.max(NARROWEST, width - BESIDE));
  const rows = leavesOf(values, '').map(([path, value]) => {
    const text = printableLine(typeof value === 'string' ? value : JSON.stringify(value), room);
    return [path, text, originText(origins[path], path, style)];
  });
  return table(['key', 'value', 'from'], rows, style);
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
