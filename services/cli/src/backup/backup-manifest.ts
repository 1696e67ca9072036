import { z } from 'zod';
import type { FileDigest } from './synced-file.js';

/** Name of the manifest in a backup; written last, so that a directory without it is no backup. */
export const MANIFEST_FILE = 'backup.json';
/** The form of the manifest. */
export const MANIFEST_FORMAT = 'aip-hermes.backup/1';
/** Action ids the manifest names at most. */
export const MAX_NAMED_ACTIONS = 1_000;

/** The copy of the log. */
interface LogCopy extends FileDigest {
  readonly file: 'log.db';
  /** Which log it is; null in a log from before logs had an identity. */
  readonly identity: string | null;
  /** Position of its last event; null when it has none. */
  readonly head: string | null;
}

/** The copy of the bus. */
export interface BusCopy extends FileDigest {
  readonly file: 'bus.db';
  /** Up to where the log is published on it; null when nothing is. */
  readonly checkpoint: string | null;
  /** The first undecided offset of each partition of commands. */
  readonly next_offsets: readonly number[];
  readonly undecided_commands: number;
}

/** What a service on a restored copy would start, as far as the copy tells. */
export interface NotStarted {
  /** Action ids, the first `MAX_NAMED_ACTIONS`. */
  readonly action_ids: readonly string[];
  /** Whether there are more. */
  readonly more: boolean;
}

/** What a backup says about itself (`backup.json`). */
export interface BackupManifest {
  readonly format: typeof MANIFEST_FORMAT;
  /** RFC 3339. What happened later is not in the backup. */
  readonly made_at: string;
  /** Release that made it. */
  readonly version: string;
  /** Null when there was none. */
  readonly log: LogCopy | null;
  readonly bus: BusCopy | null;
  readonly not_started: NotStarted;
}

/** Longest text in a manifest, UTF-16 units; longer ids are cut when it is written. */
export const MAX_TEXT = 1_024;
/** The largest manifest that is read, bytes: `MAX_NAMED_ACTIONS` ids of `MAX_TEXT`, escaped, fit. */
export const MAX_MANIFEST_BYTES = 8_388_608;
/** Partitions of a bus that are read at most. */
const MAX_PARTITIONS = 65_536;

const text = z.string().max(MAX_TEXT);
const count = z.int().nonnegative();
const digest = { bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) };
const manifestSchema = z.object({
  format: z.literal(MANIFEST_FORMAT),
  made_at: text,
  version: text,
  log: z
    .object({ file: z.literal('log.db'), ...digest, identity: text.nullable(), head: text.nullable() })
    .nullable(),
  bus: z
    .object({
      file: z.literal('bus.db'),
      ...digest,
      checkpoint: text.nullable(),
      next_offsets: z.array(count).max(MAX_PARTITIONS),
      undecided_commands: count,
    })
    .nullable(),
  not_started: z.object({ action_ids: z.array(text).max(MAX_NAMED_ACTIONS), more: z.boolean() }),
}) satisfies z.ZodType<BackupManifest>;

/** Reads a manifest; null when the text is longer than `MAX_MANIFEST_BYTES` or none of this form. */
export function parseManifest(json: string): BackupManifest | null {
  if (Buffer.byteLength(json) > MAX_MANIFEST_BYTES) return null;
  try {
    return manifestSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
