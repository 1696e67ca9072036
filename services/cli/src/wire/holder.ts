import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { DataDirectory } from './data-directory.js';

/** Who runs on a data directory; written by `up` for people and for the other commands, trusted for no decision. */
export interface Holder {
  readonly pid: number;
  /** Null until the service is ready. */
  readonly instance_id: string | null;
  /** Holds the lock since then, RFC 3339. */
  readonly since: string;
  readonly version: string;
  /** Empty while they are not known yet. */
  readonly endpoints: readonly { readonly id: string; readonly base_url: string }[];
}

/**
 * Writes the file (mode 0600), whole or not at all. Never throws, since nothing is decided on it: answers why it could
 * not be written, or null.
 */
export function writeHolder(directory: DataDirectory, holder: Holder): string | null {
  const draft = `${directory.holder}.new`;
  return problemOf(() => {
    writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(draft, directory.holder);
  });
}

/** Removes the file; it may be gone. Never throws: answers why it could not be removed, or null. */
export function removeHolder(directory: DataDirectory): string | null {
  return problemOf(() => rmSync(directory.holder, { force: true }));
}

/** Reads the file; null when there is none or it cannot be read. */
export function readHolder(directory: DataDirectory): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(directory.holder, 'utf8')) as Partial<Holder>;
    const { pid, instance_id = null, since = '?', version = '?', endpoints = [] } = holder;
    if (typeof pid !== 'number' || !Array.isArray(endpoints)) return null;
    return { pid, instance_id, since, version, endpoints };
  } catch {
    return null;
  }
}

function problemOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
