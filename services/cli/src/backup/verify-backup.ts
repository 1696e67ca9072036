import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import { readRegularFile } from '../wire/read-regular-file.js';
import { MANIFEST_FILE, MAX_MANIFEST_BYTES, parseManifest, type BackupManifest } from './backup-manifest.js';
import { damageOf } from './damage-of.js';
import { publishedUpTo } from './published-up-to.js';
import { digestOf } from './synced-file.js';

/** Files that do not belong into a backup, named at most. */
const MAX_STRANGERS = 10;

/** What a look at a backup found. */
export interface VerifiedBackup {
  readonly manifest: BackupManifest;
  /** One sentence each; none: the backup is as it was made, and a service may start on it. */
  readonly problems: readonly string[];
}

/**
 * Compares the files of a backup with its manifest, and checks that they are whole and belong together. Changes nothing.
 * @throws CliError not_found: the directory is no backup; errors of the file system
 */
export async function verifyBackup(path: string): Promise<VerifiedBackup> {
  const manifest = manifestIn(path);
  if (manifest === null)
    throw new CliError(
      'not_found',
      `${path} is no backup: there is no ${MANIFEST_FILE} of this release in it. One that was cut short has none.`,
    );
  const copies = [manifest.log, manifest.bus].filter((copy) => copy !== null);
  const problems = strangersIn(path, [MANIFEST_FILE, ...copies.map(({ file }) => file)]);
  // With a write-ahead log or a journal beside it, SQLite would read (and mend) another database than the one copied.
  if (problems.length === 0)
    problems.push(...copies.flatMap((copy) => problemsOf(join(path, copy.file), copy)));
  if (problems.length === 0) problems.push(...(await problemsTogether(path, manifest)));
  return { manifest, problems };
}

/** Null: there is none, or it is no file that could be one (G13: a pipe or a device is not read). */
function manifestIn(path: string): BackupManifest | null {
  const file = join(path, MANIFEST_FILE);
  return isRegular(file) ? parseManifest(readRegularFile(file, MAX_MANIFEST_BYTES)) : null;
}

/** A sentence for each of the first `MAX_STRANGERS` names that a backup has no use for. */
function strangersIn(path: string, expected: readonly string[]): string[] {
  const strangers = readdirSync(path).filter((name) => !expected.includes(name));
  return strangers
    .sort()
    .slice(0, MAX_STRANGERS)
    .map((name) => `${join(path, name)} does not belong to the backup; it was not there when it was made.`);
}

function isRegular(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function problemsOf(file: string, expected: { readonly bytes: number; readonly sha256: string }): string[] {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return [`${file} is missing.`];
  if (!isRegular(file)) return [`${file} is no regular file.`];
  const { bytes, sha256 } = digestOf(file);
  if (bytes !== expected.bytes)
    return [`${file} has ${bytes} bytes, ${expected.bytes} when the backup was made.`];
  if (sha256 !== expected.sha256) return [`${file} has another content than when the backup was made.`];
  const damage = damageOf(file);
  return damage === null ? [] : [`${file} is damaged: ${damage}`];
}

async function problemsTogether(path: string, { log, bus }: BackupManifest): Promise<readonly string[]> {
  const open = log === null ? null : openSqliteEventLog({ file: join(path, log.file), readOnly: true });
  try {
    if (bus !== null) await publishedUpTo(join(path, bus.file), open);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await open?.close();
  }
}
