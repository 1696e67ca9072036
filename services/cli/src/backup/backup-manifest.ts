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

/** Reads a manifest; null when the text is none of this form. */
export function parseManifest(text: string): BackupManifest | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { format, log, bus } = value as Partial<Record<keyof BackupManifest, unknown>>;
  const isCopy = (copy: unknown, file: string): boolean => {
    if (copy === null) return true;
    if (typeof copy !== 'object') return false;
    const { file: name, bytes, sha256 } = copy as Partial<Record<keyof LogCopy, unknown>>;
    return name === file && typeof bytes === 'number' && typeof sha256 === 'string';
  };
  const isManifest = format === MANIFEST_FORMAT && isCopy(log, 'log.db') && isCopy(bus, 'bus.db');
  return isManifest ? (value as BackupManifest) : null;
}
