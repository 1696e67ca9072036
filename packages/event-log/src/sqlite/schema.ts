/** Marks our files (`PRAGMA application_id`): "AHEL". A file with tables and another mark is foreign. */
export const APPLICATION_ID = 0x4148454c;

/**
 * Step n leads from version n to n + 1 (`PRAGMA user_version`); steps are only ever added at the end.
 *
 * `head` is a row of its own, so that positions are never used twice, even after retention dropped the newest event.
 * `streams` holds the last revision, so that an append needs no search; `first_revision` is the oldest one not yet
 * dropped, `next_expiry_ms` when that one expires. Events lie in global order and carry their stream as a number,
 * which keeps both the rows and the one index small: every index page is one more page to sync in a commit.
 * `identity` is drawn when the file gets it, and goes along with every copy of the file. Events at or before
 * `checksums.after_position` are from before rows had a checksum.
 */
export const STEPS: readonly string[] = [
  `
  CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL) STRICT;
  INSERT INTO head VALUES (1, 0);
  CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    last_revision INTEGER NOT NULL,
    first_revision INTEGER NOT NULL,
    max_count INTEGER,
    max_age_ms INTEGER,
    next_expiry_ms INTEGER
  ) STRICT;
  CREATE INDEX streams_by_expiry ON streams (next_expiry_ms) WHERE next_expiry_ms IS NOT NULL;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    recorded_ms INTEGER NOT NULL,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream_id, revision);
  `,
  `
  CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;
  INSERT INTO identity VALUES (1, lower(hex(randomblob(16))));
  `,
  `
  ALTER TABLE events ADD COLUMN checksum INTEGER;
  CREATE TABLE checksums (one INTEGER PRIMARY KEY CHECK (one = 1), after_position INTEGER NOT NULL) STRICT;
  INSERT INTO checksums SELECT 1, position FROM head;
  `,
];

/** The schema version this build writes. */
export const SCHEMA_VERSION = STEPS.length;

/** The oldest one it reads as it is; a file that is opened to write is brought to `SCHEMA_VERSION` first. */
export const OLDEST_READABLE_VERSION = 1;
