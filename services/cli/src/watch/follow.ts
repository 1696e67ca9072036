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

type Source = AsyncGenerator<FollowBatch, void, void>;

/** Batches of all sources as they come; caught up when all of them are. */
async function* merged(sources: readonly Source[]): Source {
  const next = async (
    source: Source,
  ): Promise<{ source: Source; result: IteratorResult<FollowBatch, void> }> => ({
    source,
    result: await source.next(),
  });
  const waiting = new Map(sources.map((source) => [source, next(source)]));
  const behind = new Set(sources);
  while (waiting.size > 0) {
    const { source, result } = await Promise.race(waiting.values());
    if (result.done === true) {
      waiting.delete(source);
      continue;
    }
    waiting.set(source, next(source));
    if (result.value.caughtUp) behind.delete(source);
    else behind.add(source);
    yield { messages: result.value.messages, caughtUp: behind.size === 0 };
  }
}
