import type Database from 'better-sqlite3';

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
export type BusStatements = ReturnType<typeof busStatements>;

/** Prepares every statement on a bus file once. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is that of its parts
export function busStatements(db: Database.Database) {
  const places = (where: string): string =>
    `SELECT seq FROM messages WHERE ${where} AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
  return {
    head: db
      .prepare<[number, number], number>('SELECT next_offset FROM heads WHERE topic = ? AND partition = ?')
      .pluck(),
    moveHead: db.prepare<[number, number, number]>(
      'INSERT OR REPLACE INTO heads (topic, partition, next_offset) VALUES (?, ?, ?)',
    ),
    insert: db.prepare<[number, number, number, string | null, Uint8Array | null, string, number]>(
      'INSERT INTO messages (topic, partition, "offset", key, value, headers, timestamp_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    letter: db
      .prepare<[number, number, number], number>(
        'SELECT seq FROM dead_letters WHERE topic = ? AND partition = ? AND "offset" = ?',
      )
      .pluck(),
    noteLetter: db.prepare<[number, number, number, number]>(
      'INSERT INTO dead_letters (topic, partition, "offset", seq) VALUES (?, ?, ?, ?)',
    ),
    checkpoint: db.prepare<[string], string>('SELECT position FROM checkpoints WHERE shard = ?').pluck(),
    moveCheckpoint: db.prepare<[string, string]>(
      'INSERT OR REPLACE INTO checkpoints (shard, position) VALUES (?, ?)',
    ),
    groupOffset: db
      .prepare<[string, number], number>(
        'SELECT next_offset FROM consumer_offsets WHERE group_name = ? AND topic = 0 AND partition = ?',
      )
      .pluck(),
    moveGroupOffset: db.prepare<[string, number, number]>(
      `INSERT INTO consumer_offsets (group_name, topic, partition, next_offset) VALUES (?, 0, ?, ?)
       ON CONFLICT DO UPDATE SET next_offset = max(next_offset, excluded.next_offset)`,
    ),
    commands: db.prepare<[number, number, number], MessageRow>(
      `SELECT ${COLUMNS} FROM messages WHERE topic = 0 AND partition = ? AND "offset" >= ? ORDER BY "offset" LIMIT ?`,
    ),
    last: db.prepare<[], number | null>('SELECT max(seq) FROM messages').pluck(),
    message: db.prepare<[number], MessageRow>(`SELECT ${COLUMNS} FROM messages WHERE seq = ?`),
    placesOfTopic: db.prepare<[number, number, number, number], number>(places('topic = ?')).pluck(),
    placesOfKey: db
      .prepare<[string, number, number, number, number], number>(places('key = ? AND topic = ?'))
      .pluck(),
  };
}
