import type Database from 'better-sqlite3';
import { busFileError } from './bus-file-error.js';
import { openDatabase } from './open-database.js';
import { storedPartitions } from './schema.js';

/** What a group of consumers has not decided yet. */
export interface UndecidedCommands {
  readonly count: number;
  /** The first undecided offset of each partition. */
  readonly nextOffsets: readonly number[];
  /** Keys of undecided commands, oldest first within a partition, at most as many as asked for in each. */
  readonly keys: readonly string[];
}

/**
 * Reads from a bus file what a group has not decided yet. Changes nothing.
 * @param limit Keys of each partition at most.
 * @throws BusUnavailable, BusIncompatible
 */
export function undecidedCommands(file: string, group: string, limit: number): UndecidedCommands {
  let db: Database.Database | null = null;
  try {
    db = openDatabase({ file, readOnly: true, partitions: 0 });
    const perPartition = db.prepare<[string, number], { next: number; head: number }>(
      `SELECT coalesce((SELECT next_offset FROM consumer_offsets WHERE group_name = ? AND topic = 0 AND partition = p), 0) AS next,
              coalesce((SELECT next_offset FROM heads WHERE topic = 0 AND partition = p), 0) AS head
       FROM (SELECT ? AS p)`,
    );
    const keysFrom = db
      .prepare<[number, number, number], string>(
        `SELECT key FROM messages WHERE topic = 0 AND partition = ? AND "offset" >= ? AND key IS NOT NULL
         ORDER BY "offset" LIMIT ?`,
      )
      .pluck();
    const nextOffsets: number[] = [];
    const keys: string[] = [];
    let count = 0;
    for (let partition = 0; partition < storedPartitions(db, file); partition += 1) {
      const { next, head } = perPartition.get(group, partition) ?? { next: 0, head: 0 };
      nextOffsets.push(next);
      count += Math.max(0, head - next);
      keys.push(...keysFrom.all(partition, next, limit));
    }
    return { count, nextOffsets, keys };
  } catch (error) {
    throw busFileError(error, file);
  } finally {
    db?.close();
  }
}
