import type { NewEvent } from '@aip-hermes/event-log';

/** Below this many UTF-16 units, at most three bytes each, the exact size does not matter. */
const SURELY_SMALL_UNITS = 170_000;

/** UTF-8 bytes of an append as the log counts them; for a small one its UTF-16 units, which is cheaper to know. */
export function appendBytes(rows: readonly NewEvent[]): number {
  let units = 0;
  for (const row of rows) units += row.data.length + row.metadata.length + row.type.length + row.id.length;
  if (units < SURELY_SMALL_UNITS) return units;
  let bytes = 0;
  for (const row of rows) {
    bytes += Buffer.byteLength(row.data) + Buffer.byteLength(row.metadata) + row.type.length + row.id.length;
  }
  return bytes;
}
