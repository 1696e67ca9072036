import type { MessageBus } from '@aip-hermes/message-bus';
import { publishedOf, type Published } from './published.js';
import type { Watched } from './watched.js';

/** Messages that came together. `caughtUp`: all that was published by then has been given. */
export interface FollowBatch {
  readonly messages: readonly Published[];
  readonly caughtUp: boolean;
}

/**
 * What is published about an id, first what is there, then what comes, until `signal` aborts. For a resume the replies
 * under its source's key are among it. @throws BusUnavailable
 */
export async function* follow(
  bus: MessageBus,
  { id, key, sourceKey }: Watched,
  signal: AbortSignal,
): AsyncGenerator<FollowBatch, void, void> {
  const own = batches(bus, key, () => true, signal);
  if (sourceKey === null) return yield* own;
  const isMine = ({ headers }: Published): boolean => headers['aip-action-id'] === id;
  yield* merged([own, batches(bus, sourceKey, isMine, signal)]);
}

async function* batches(
  bus: MessageBus,
  key: string,
  keep: (message: Published) => boolean,
  signal: AbortSignal,
): AsyncGenerator<FollowBatch, void, void> {
  const topics = ['stream_chunks', 'results'] as const;
  for await (const { records, caughtUp } of bus.reader.read({ topics, key, follow: true, signal })) {
    yield { messages: records.map(publishedOf).filter(keep), caughtUp };
  }
}

/** Batches of all sources as they come; caught up when all of them are. */
async function* merged(
  sources: readonly AsyncGenerator<FollowBatch, void, void>[],
): AsyncGenerator<FollowBatch, void, void> {
  const next = (index: number): Promise<{ index: number; result: IteratorResult<FollowBatch, void> }> =>
    (sources[index] as AsyncGenerator<FollowBatch, void, void>).next().then((result) => ({ index, result }));
  const waiting = new Map(sources.map((_, index) => [index, next(index)]));
  const behind = new Set(waiting.keys());
  while (waiting.size > 0) {
    const { index, result } = await Promise.race(waiting.values());
    if (result.done === true) {
      waiting.delete(index);
      continue;
    }
    waiting.set(index, next(index));
    if (result.value.caughtUp) behind.delete(index);
    else behind.add(index);
    yield { messages: result.value.messages, caughtUp: behind.size === 0 };
  }
}
