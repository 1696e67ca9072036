import type { MessageBus } from '../bus.js';
import type { InboundRecord, Topic } from '../port.js';

/** A signal that never aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** All records of a topic, as a plain read gives them. */
export async function readAll(bus: MessageBus, topic: Topic, key?: string): Promise<InboundRecord[]> {
  const all: InboundRecord[] = [];
  for await (const { records } of bus.reader.read({ topics: [topic], key, follow: false, signal: never() })) {
    all.push(...records);
  }
  return all;
}

/** The value as text. */
export function textOf(record: InboundRecord): string {
  return Buffer.from(record.value ?? []).toString('utf8');
}

/** Everything an iteration yields. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Offsets by partition, in the order of `places`. */
export function offsetsByPartition(
  places: readonly { readonly partition: number; readonly offset: number }[],
): ReadonlyMap<number, readonly number[]> {
  const offsets = new Map<number, number[]>();
  for (const { partition, offset } of places) {
    offsets.set(partition, [...(offsets.get(partition) ?? []), offset]);
  }
  return offsets;
}
