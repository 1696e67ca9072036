import type { Database, Statement } from 'better-sqlite3';

/** A row of `messages` as the statements give it. */
export interface MessageRow {
  readonly topic: number;
  readonly partition: number;
  readonly offset: number;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: string;
  readonly timestampMs: number;
}

const COLUMNS = 'topic, partition, "offset", key, value, headers, timestamp_ms AS timestampMs';

/** The prepared statements of one connection. */
export interface BusStatements {
  readonly head: Statement<[topic: number, partition: number], number>;
  readonly moveHead: Statement<[topic: number, partition: number, next: number]>;
  readonly insert: Statement<
    [
      topic: number,
      partition: number,
      offset: number,
      key: string | null,
      value: Uint8Array | null,
      headers: string,
      timestampMs: number,
    ]
  >;
  readonly letter: Statement<[topic: number, partition: number, offset: number], number>;
  readonly noteLetter: Statement<[topic: number, partition: number, offset: number, seq: number]>;
  readonly checkpoint: Statement<[shard: string], string>;
  readonly moveCheckpoint: Statement<[shard: string, position: string]>;
  readonly groupOffset: Statement<[group: string, partition: number], number>;
  readonly moveGroupOffset: Statement<[group: string, partition: number, next: number]>;
  readonly commands: Statement<[partition: number, from: number, limit: number], MessageRow>;
  readonly publishedKeys: Statement<[after: string, limit: number], string>;
  readonly last: Statement<[], number | null>;
  readonly message: Statement<[seq: number], MessageRow>;
  readonly placesOfTopic: Statement<[topic: number, after: number, until: number, limit: number], number>;
  readonly placesOfKey: Statement<
    [key: string, topic: number, after: number, until: number, limit: number],
    number
  >;
}

/** Prepares every statement on a bus file once. */
export function busStatements(db: Database): BusStatements {
  const places = (where: string): string =>
    `SELECT seq FROM messages WHERE ${where} AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
  return {
    head: single(db, 'SELECT next_offset FROM heads WHERE topic = ? AND partition = ?'),
    moveHead: db.prepare('INSERT OR REPLACE INTO heads (topic, partition, next_offset) VALUES (?, ?, ?)'),
    insert: db.prepare(
      'INSERT INTO messages (topic, partition, "offset", key, value, headers, timestamp_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    letter: single(db, 'SELECT seq FROM dead_letters WHERE topic = ? AND partition = ? AND "offset" = ?'),
    noteLetter: db.prepare('INSERT INTO dead_letters (topic, partition, "offset", seq) VALUES (?, ?, ?, ?)'),
    checkpoint: single(db, 'SELECT position FROM checkpoints WHERE shard = ?'),
    moveCheckpoint: db.prepare('INSERT OR REPLACE INTO checkpoints (shard, position) VALUES (?, ?)'),
    groupOffset: single(
      db,
      'SELECT next_offset FROM consumer_offsets WHERE group_name = ? AND topic = 0 AND partition = ?',
    ),
    moveGroupOffset: db.prepare(
      `INSERT INTO consumer_offsets (group_name, topic, partition, next_offset) VALUES (?, 0, ?, ?)
       ON CONFLICT DO UPDATE SET next_offset = max(next_offset, excluded.next_offset)`,
    ),
    commands: db.prepare(
      `SELECT ${COLUMNS} FROM messages WHERE topic = 0 AND partition = ? AND "offset" >= ? ORDER BY "offset" LIMIT ?`,
    ),
    publishedKeys: single(
      db,
      `SELECT DISTINCT key FROM messages
       WHERE key IS NOT NULL AND key > ? AND typeof(key) = 'text' AND topic IN (1, 2) ORDER BY key LIMIT ?`,
    ),
    last: single(db, 'SELECT max(seq) FROM messages'),
    message: db.prepare(`SELECT ${COLUMNS} FROM messages WHERE seq = ?`),
    placesOfTopic: single(db, places('topic = ?')),
    placesOfKey: single(db, places('key = ? AND topic = ?')),
  };
}

/** A statement that answers one column. */
function single<P extends unknown[], R>(db: Database, sql: string): Statement<P, R> {
  return db.prepare<P, R>(sql).pluck();
}
