import type { EventLog, RecordedEvent } from '@aip-hermes/event-log';
import { LRUCache } from 'lru-cache';

/** Rows read at a time: each may hold a result of a quarter MiB. */
const PAGE_ROWS = 16;

/** Streams remembered, message ids over all of them, and of one: one with more is read anew (G13). */
const MAX_STREAMS = 512;
const MAX_MESSAGES = 100_000;
const MAX_MESSAGES_OF_ONE = 1_024;

/** Which messages a stream answers, up to a revision. */
export interface Answered {
  /** Digest of the command by message id; null where it is not recorded. */
  readonly digests: ReadonlyMap<string, string | null>;
  /** The last revision seen; null when nothing is kept. */
  readonly last: number | null;
}

/**
 * What the streams beside bindings answer, kept for those that were asked for lately, so that a question reads only what
 * is new. What retention drops stays known here until the stream is forgotten: a message is then a redelivery for longer.
 */
export class AnsweredMessages {
  readonly #log: EventLog;
  readonly #streams = new LRUCache<string, Known>({
    max: MAX_STREAMS,
    maxSize: MAX_MESSAGES,
    maxEntrySize: MAX_MESSAGES_OF_ONE,
    sizeCalculation: ({ digests }) => 1 + digests.size,
  });

  constructor(log: EventLog) {
    this.#log = log;
  }

  /** What the stream answers now; a page at a time, for results are large (G13). @throws LogUnavailable */
  async of(stream: string): Promise<Answered> {
    const known = this.#streams.get(stream) ?? { digests: new Map(), last: null };
    for (;;) {
      const from = known.last === null ? 0 : known.last + 1;
      const rows = await this.#log.read(stream, { from, limit: PAGE_ROWS });
      for (const row of rows) note(known, row);
      if (rows.length < PAGE_ROWS) break;
    }
    this.#streams.set(stream, known);
    return known;
  }

  /** What was just appended after the last revision seen need not be read back. */
  appended(stream: string, revision: number, messageId: string, digest: string | null): void {
    const known = this.#streams.get(stream);
    if (known === undefined || revision !== (known.last ?? -1) + 1) return;
    known.last = revision;
    known.digests.set(messageId, digest);
    this.#streams.set(stream, known);
  }

  /** Reads all of it anew, for what retention dropped. @throws LogUnavailable */
  afresh(stream: string): Promise<Answered> {
    this.#streams.delete(stream);
    return this.of(stream);
  }
}

interface Known {
  readonly digests: Map<string, string | null>;
  last: number | null;
}

/** Readers of one stream may overtake each other: a row counts once. */
function note(known: Known, { revision, metadata, data }: RecordedEvent): void {
  if (known.last !== null && revision <= known.last) return;
  known.last = revision;
  const id = textIn(metadata, '$causationId');
  if (id === null) return;
  if (!known.digests.has(id)) known.digests.set(id, textIn(data, 'command_sha256'));
}

/**
 * A text member of a JSON text; null when there is none. The message an event answers stands in the metadata too, which
 * is small where the data holds a whole result; a row that cannot be read answers none.
 */
function textIn(json: string, member: string): string | null {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null) return null;
    const value: unknown = Object.entries(parsed).find(([name]) => name === member)?.[1];
    return typeof value === 'string' ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
