import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import { MANIFEST_FILE, parseManifest, type BackupManifest } from './backup-manifest.js';
import { damageOf } from './damage-of.js';
import { publishedUpTo } from './published-up-to.js';
import { digestOf } from './synced-file.js';

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
  const file = join(path, MANIFEST_FILE);
  const manifest = existsSync(file) ? parseManifest(readFileSync(file, 'utf8')) : null;
  if (manifest === null)
    throw new CliError(
      'not_found',
      `${path} is no backup: there is no ${MANIFEST_FILE} of this release in it. One that was cut short has none.`,
    );
  const copies = [manifest.log, manifest.bus].filter((copy) => copy !== null);
  const problems = copies.flatMap((copy) => problemsOf(join(path, copy.file), copy));
  if (problems.length === 0) problems.push(...(await problemsTogether(path, manifest)));
  return { manifest, problems };
}

function problemsOf(file: string, expected: { readonly bytes: number; readonly sha256: string }): string[] {
  if (!existsSync(file)) return [`${file} is missing.`];
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
