import { LogIncompatible, type EventLog } from '@aip-hermes/event-log';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { undecidedCommands } from '@aip-hermes/message-bus/sqlite';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import type { DataDirectory } from '../wire/data-directory.js';
import { COMMAND_GROUP } from '../wire/start-service.js';
import {
  MANIFEST_FILE,
  MANIFEST_FORMAT,
  MAX_NAMED_ACTIONS,
  type BackupManifest,
  type BusCopy,
} from './backup-manifest.js';
import { copyDatabase } from './copy-database.js';
import { damageOf } from './damage-of.js';
import { publishedUpTo } from './published-up-to.js';
import { notStarted } from './not-started.js';
import { digestOf, sync, writeSynced } from './synced-file.js';

/** What is copied, and into which empty directory. */
export interface BackupRequest {
  readonly source: DataDirectory;
  readonly into: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told what is being done and how much of it is done, 0 to 1. */
  readonly onProgress: (what: string, done: number) => void;
}

/**
 * Copies bus and log so that a service may go on from the copies. The bus is copied first, as of one moment, then the
 * log: so the log is never behind what the bus says of it. What the log has more is published again to the same bytes,
 * and commands that were decided in between meet what they made. The other way round the bus might hold a checkpoint,
 * messages and decided offsets of events that the log does not have. All is on the disk when this resolves.
 * @throws CliError, LogAndBusMismatch, SqliteError, errors of the file system
 */
export async function makeBackup({
  source,
  into,
  version,
  now,
  onProgress,
}: BackupRequest): Promise<BackupManifest> {
  const copied = async (what: 'bus' | 'log'): Promise<string | null> => {
    if (!existsSync(source[what])) return null;
    const to = join(into, `${what}.db`);
    await copyDatabase({
      from: source[what],
      to,
      onProgress: (done) => onProgress(`copying the ${what}`, done),
    });
    return to;
  };
  const bus = await copied('bus');
  const madeAt = new Date(now()).toISOString();
  const log = await copied('log');
  onProgress('checking the copies', 1);
  for (const file of [bus, log]) if (file !== null) secure(file);
  const manifest: BackupManifest = {
    format: MANIFEST_FORMAT,
    made_at: madeAt,
    version,
    ...(await describe(log, bus)),
  };
  writeSynced(join(into, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

function secure(file: string): void {
  const damage = damageOf(file);
  if (damage !== null)
    throw new CliError(
      'unreachable',
      `The copy ${file} is damaged, nothing was kept: ${damage}. The original may be damaged too: run \`audit --all\`.`,
    );
  chmodSync(file, 0o600);
  sync(file);
}

/** Opens the copies as a service would, and reads from them where they stand. */
async function describe(
  logFile: string | null,
  busFile: string | null,
): Promise<Pick<BackupManifest, 'log' | 'bus' | 'not_started'>> {
  const log = logFile === null ? null : openSqliteEventLog({ file: logFile, readOnly: true });
  try {
    const bus = busFile === null ? null : await describeBus(busFile, log);
    return {
      log:
        logFile === null || log === null
          ? null
          : { file: 'log.db', ...digestOf(logFile), identity: await identityOf(log), head: await log.head() },
      bus: bus?.copy ?? null,
      not_started: await notStarted(log, bus?.waiting ?? []),
    };
  } finally {
    await log?.close();
  }
}

async function describeBus(
  file: string,
  log: EventLog | null,
): Promise<{ readonly copy: BusCopy; readonly waiting: readonly string[] }> {
  const checkpoint = await publishedUpTo(file, log);
  const { count, nextOffsets, keys } = undecidedCommands(file, COMMAND_GROUP, MAX_NAMED_ACTIONS + 1);
  const positions = { checkpoint, next_offsets: nextOffsets, undecided_commands: count };
  return { copy: { file: 'bus.db', ...digestOf(file), ...positions }, waiting: keys };
}

async function identityOf(log: EventLog): Promise<string | null> {
  try {
    return await log.identity();
  } catch (error) {
    if (error instanceof LogIncompatible) return null;
    throw error;
  }
}
