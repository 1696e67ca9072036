import type { BindingStatus } from '@aip-hermes/binding';
import { printableLine } from './printable.js';
import { statusText } from './status-text.js';
import type { Style } from './style.js';
import { table } from './table.js';

/** A binding in a list; times in RFC 3339. */
export interface ListRow {
  readonly action_id: string;
  readonly endpoint_id: string;
  readonly status: BindingStatus;
  readonly last_event: string | null;
  readonly run_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A table of bindings as of `nowMs`. */
export function listTable(rows: readonly ListRow[], nowMs: number, style: Style): string {
  return table(
    ['action', 'endpoint', 'state', 'age', 'last event'],
    rows.map((row) => [
      row.action_id,
      row.endpoint_id,
      statusText(row.status, style),
      ageText(nowMs - Date.parse(row.created_at)),
      printableLine(row.last_event ?? '-', 40),
    ]),
    style,
  );
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1_000, 's'],
] as const;

/** A span of time in its largest whole unit. */
export function ageText(ms: number): string {
  const unit = UNITS.find(([size]) => ms >= size);
  return unit === undefined ? '0s' : `${Math.floor(ms / unit[0])}${unit[1]}`;
}
