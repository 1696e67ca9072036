import type { Position } from '@aip-hermes/event-log';

/** Up to where a log is published, as a bus keeps it for a shard. */
export interface Checkpoint {
  /** Identity of the log; `null` in what was stored before checkpoints named one. */
  readonly log: string | null;
  /** `null`: nothing is published yet. */
  readonly position: Position | null;
}

/** Stands in no identity (event-log port). */
const SEPARATOR = '/';

/** The text a bus stores: `<identity>/<position>`, with nothing after the separator at the beginning of the log. */
export function formatCheckpoint({ log, position }: Checkpoint & { readonly log: string }): string {
  return `${log}${SEPARATOR}${position ?? ''}`;
}

/** Reads any text back: one without a separator is the bare position that was stored before logs had an identity. */
export function parseCheckpoint(text: string): Checkpoint {
  const at = text.indexOf(SEPARATOR);
  const position = text.slice(at + 1);
  return { log: at === -1 ? null : text.slice(0, at), position: position === '' ? null : position };
}
