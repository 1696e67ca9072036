import type { Topic } from '../port.js';
import { busFileError } from './bus-file-error.js';
import { openDatabase } from './open-database.js';
import { storedPartitions } from './schema.js';
import { topicNumber } from './topic-number.js';

/** What a short look at a bus file shows. */
export interface BusFileFacts {
  readonly schemaVersion: number;
  readonly partitions: number;
  /** Records ever taken, by topic. */
  readonly records: Readonly<Record<Topic, number>>;
  /** Commands the group has not decided yet. */
  readonly waitingCommands: number;
}

/**
 * Looks at a bus file, whether a service runs or not, changing nothing; the cost does not follow what it holds.
 * @param group Whose undecided commands are counted.
 * @throws BusIncompatible for a foreign file or one of another release; BusUnavailable
 */
export function inspectBusFile(file: string, group: string): BusFileFacts {
  try {
    const db = openDatabase({ file, readOnly: true, partitions: 1 });
    const sum = (sql: string, ...args: (string | number)[]): number =>
      Number(
        db
          .prepare(sql)
          .pluck()
          .get(...args) ?? 0,
      );
    const taken = (topic: Topic): number =>
      sum('SELECT sum(next_offset) FROM heads WHERE topic = ?', topicNumber(topic));
    try {
      const commands = taken('commands');
      const decided = sum(
        'SELECT sum(next_offset) FROM consumer_offsets WHERE topic = 0 AND group_name = ?',
        group,
      );
      return {
        schemaVersion: Number(db.pragma('user_version', { simple: true })),
        partitions: storedPartitions(db, file),
        records: {
          commands,
          stream_chunks: taken('stream_chunks'),
          results: taken('results'),
          dead_letters: taken('dead_letters'),
        },
        waitingCommands: Math.max(0, commands - decided),
      };
    } finally {
      db.close();
    }
  } catch (error) {
    throw busFileError(error, file);
  }
}
