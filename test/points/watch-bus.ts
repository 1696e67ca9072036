import type { CommandBatch, CommandSource, ProjectionSink, PublishedRecord } from '@aip-hermes/message-bus';
import { commandAction } from './command-action.js';
import { memberAt } from './member-at.js';
import type { About, Reached } from './reached.js';

/** A source that holds the news of a decision at `before-offset-commit`, and changes nothing else. */
export function watchSource(source: CommandSource, reached: Reached, instance: string): CommandSource {
  return {
    run: (handle, signal) => source.run((batch) => watched(batch, handle, reached, instance), signal),
    close: () => source.close(),
  };
}

async function watched(
  batch: CommandBatch,
  handle: (batch: CommandBatch) => Promise<void>,
  reached: Reached,
  instance: string,
): Promise<void> {
  let told = Promise.resolve();
  const tell = async (offset: number): Promise<void> => {
    const record = batch.records.find((it) => it.offset === offset);
    await reached('before-offset-commit', { instance, action: commandAction(record?.value ?? null) });
    batch.decided(offset);
  };
  try {
    const decided = (offset: number): void => {
      told = told.then(() => tell(offset));
    };
    await handle({ ...batch, decided });
  } finally {
    await told;
  }
}

/** What a watched sink can say of itself. */
export interface SinkWatch {
  /** The adapter itself calls `after-produce-before-commit`, between its two halves. */
  readonly tellsProduce?: boolean;
}

/**
 * A sink that tells of publications. Of one that stores records and position in a single step, the moment before that step
 * stands for `after-produce-before-commit`: nothing can be seen yet, and a kill leaves nothing.
 */
export function watchSink(
  sink: ProjectionSink,
  reached: Reached,
  instance: string,
  { tellsProduce = false }: SinkWatch = {},
): ProjectionSink {
  return {
    position: () => sink.position(),
    close: () => sink.close(),
    publish: async (records, position, expected) => {
      if (!tellsProduce && records.length > 0)
        await reached('after-produce-before-commit', aboutRecords(records, instance));
      await sink.publish(records, position, expected);
      for (const record of records) {
        if (isResultOfItsKey(record)) await reached('after-publish', { instance, action: record.key });
      }
    },
  };
}

/** What a publication is about: the Action of its first record and every sequence of its chunks. */
export function aboutRecords(records: readonly PublishedRecord[], instance: string): About {
  const sequences = records.flatMap(({ value }) => {
    const sequence = memberAt(value, ['body', 'stream_chunk', 'sequence']);
    return typeof sequence === 'number' ? [sequence] : [];
  });
  return { instance, action: records[0]?.key ?? null, sequences };
}

/** Results go under the key of the source Action (DESIGN 4), so this tells its own from those of its resumes. */
function isResultOfItsKey({ topic, key, value }: PublishedRecord): boolean {
  return (
    topic === 'results' && key !== null && memberAt(value, ['body', 'action_result', 'action_id']) === key
  );
}
