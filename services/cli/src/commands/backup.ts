import { InvalidArgumentError, type Command } from 'commander';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.js';
import type { BackupManifest } from '../backup/backup-manifest.js';
import { backupFailure } from '../backup/backup-failure.js';
import { beginDestination } from '../backup/destination.js';
import { makeBackup } from '../backup/make-backup.js';
import { verifyBackup } from '../backup/verify-backup.js';
import type { Output } from '../output.js';
import { backupText } from '../render/backup-text.js';
import { shellWord } from '../render/shell-word.js';
import { VERSION } from '../version.js';
import { beforeSignalEnds } from '../wire/before-signal-ends.js';
import { dataDirectory, type DataDirectory } from '../wire/data-directory.js';
import { openReadStore } from '../wire/open-store.js';
import { progressLine } from '../wire/progress-line.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';

interface BackupOptions extends CommonOptions {
  readonly verify?: boolean;
}

/** Adds `backup`: copies of log and bus that a service can go on from. */
export function addBackup(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('backup')
    .summary('copy log and bus, with and without a running service')
    .description(
      'Copies bus and log to a new directory, each as of one moment, so that a service can go on from the copies. A ' +
        'running service is not disturbed. The directory appears only when everything in it is checked and on the ' +
        'disk; backup.json in it says what it holds. What a restored copy does not know: docs/operations.md.',
    )
    .argument('<dir>', 'directory that does not exist yet or is empty', notBlank)
    .option('--verify', 'check a backup: digests, integrity, and that its files belong together');
  withCommonOptions(command, ['backup /backups/2030-01-31', 'backup --verify /backups/2030-01-31']).action(
    (to: string, options: BackupOptions) => {
      const out = output(options.json === true);
      return options.verify === true ? verify(to, out) : backup(to, options, out);
    },
  );
}

async function backup(to: string, options: BackupOptions, output: Output): Promise<void> {
  const source = dataDirectory(options.data);
  // Opened once as any reader does: whatever is wrong with them is told in the same words.
  await (await openReadStore(source)).close();
  const destination = beginDestination(to, source.path, bytesOf(source));
  const stay = beforeSignalEnds(() => destination.discard());
  const progress = progressLine(output);
  try {
    const manifest = await makeBackup({
      source,
      into: destination.draft,
      version: VERSION,
      now: Date.now,
      onProgress: (what, done) => progress.show(`${what}: ${Math.floor(done * 100)} %`),
    });
    destination.keep();
    progress.clear();
    tell(manifest, destination.path, suggestedVerify(destination.path), output);
  } catch (error) {
    progress.clear();
    throw backupFailure(error, destination.path);
  } finally {
    stay();
    destination.discard();
  }
}

async function verify(path: string, output: Output): Promise<void> {
  const { manifest, problems } = await verifyBackup(resolve(path));
  if (problems.length > 0)
    throw new CliError(
      'unreachable',
      `${resolve(path)} cannot be used as it is; take another backup.`,
      problems,
    );
  tell(manifest, resolve(path), null, output);
}

function suggestedVerify(path: string): string {
  return ['aip-hermes', 'backup', '--verify', path].map(shellWord).join(' ');
}

function tell(manifest: BackupManifest, path: string, check: string | null, output: Output): void {
  if (output.json) output.value({ path, ...manifest });
  else output.line(backupText(manifest, path, check));
}

/** Databases with their write-ahead logs: what the copies can need at most. */
function bytesOf({ log, bus }: DataDirectory): number {
  const files = [log, `${log}-wal`, bus, `${bus}-wal`];
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function notBlank(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('A directory is wanted.');
  return text;
}
