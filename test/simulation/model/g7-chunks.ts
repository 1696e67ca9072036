import type { History } from './bindings.js';
import { at, textAt, type BusRecord, type Violation } from './facts.js';

/** G7, message by message: sequences without gap or duplicate, nothing after the closing chunk, no message twice. */
export class ChunkWatch {
  readonly #next = new Map<string, number>();
  readonly #closed = new Set<string>();
  readonly #messages = new Map<string, string>();

  /** Says what is wrong with the next published message, or null. */
  see(record: BusRecord): Violation | null {
    if (record.topic === 'dead_letters') return null;
    return this.#messageTwice(record) ?? this.#chunkOutOfPlace(record);
  }

  /** Chunks of an Action so far. */
  count(actionId: string): number {
    return this.#next.get(actionId) ?? 0;
  }

  /** Whether the closing chunk of an Action was published. */
  closed(actionId: string): boolean {
    return this.#closed.has(actionId);
  }

  /** Direct `error` replies are at least once: they may come again, changed in `sent_at` alone. */
  #messageTwice(record: BusRecord): Violation | null {
    const id = textAt(record.envelope, 'message_id');
    const direct = record.key === null;
    const bytes = direct ? JSON.stringify({ ...record.envelope, sent_at: '' }) : record.text;
    const known = this.#messages.get(id);
    this.#messages.set(id, bytes);
    if (known === undefined || (direct && known === bytes)) return null;
    return { guarantee: 'G7', why: `message ${id} was published twice` };
  }

  #chunkOutOfPlace(record: BusRecord): Violation | null {
    const chunk = at(record.envelope, 'body', 'stream_chunk');
    if (chunk === undefined) return null;
    const actionId = textAt(chunk, 'action_id');
    const due = this.count(actionId);
    const sequence = at(chunk, 'sequence');
    this.#next.set(actionId, due + 1);
    if (sequence !== due)
      return { guarantee: 'G7', why: `${actionId}: chunk ${String(sequence)} in place of ${due}` };
    if (this.#closed.has(actionId))
      return { guarantee: 'G7', why: `${actionId}: a chunk after the last one` };
    if (['done', 'error'].includes(textAt(chunk, 'kind'))) this.#closed.add(actionId);
    return null;
  }
}

/** G7 when all is over: the stream of a run that ended is closed, and its results name its length. */
export function checkStreams(
  binding: History,
  bus: readonly BusRecord[],
  watch: ChunkWatch,
): readonly Violation[] {
  const { actionId, end } = binding;
  if (end === null) return [];
  const chunks = watch.count(actionId);
  const streams = at(binding.rows[0]?.data, 'action', 'mode') === 'streaming';
  const found: Violation[] = [];
  const say = (why: string): void => void found.push({ guarantee: 'G7', why: `${actionId}: ${why}` });
  if (streams && !watch.closed(actionId)) say('no closing chunk');
  if (!streams && chunks > 0) say('chunks of an Action that does not stream');
  for (const record of bus) {
    const result = at(record.envelope, 'body', 'action_result');
    if (record.key !== actionId || result === undefined || textAt(result, 'status') === 'requires_human')
      continue;
    const next = record.headers['aip-stream-next-sequence'];
    if (streams && next !== undefined && Number(next) !== chunks)
      say(`a result names ${next} chunks, there are ${chunks}`);
  }
  return found;
}
