import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CliError } from '../cli-error.js';
import { WRITE_REASONS } from './file-reasons.js';

/** The files of one embedded deployment. */
export interface DataDirectory {
  readonly path: string;
  readonly log: string;
  readonly bus: string;
  readonly lock: string;
  /** Who holds the lock, for people. */
  readonly holder: string;
}

const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
const REACHABLE_BY_OTHERS = 0o011;

/** Names the files; touches nothing. */
export function dataDirectory(path: string): DataDirectory {
  const full = resolve(path);
  const file = (name: string): string => join(full, name);
  return {
    path: full,
    log: file('log.db'),
    bus: file('bus.db'),
    lock: file('up.lock'),
    holder: file('up.json'),
  };
}

/**
 * Makes the directory ready to be written: mode 0700 (files get 0600). A directory of ours that others can read is
 * closed to them; one in which others could have written, and files that they could have changed, are refused: nobody knows whose
 * they are.
 * @throws CliError usage
 */
export function prepareDataDirectory(path: string): DataDirectory {
  const directory = dataDirectory(path);
  try {
    makePrivate(directory.path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(
      'usage',
      `The data directory ${directory.path} cannot be used: ${reasonOf(error)}. Give another one with --data.`,
    );
  }
  return directory;
}

function makePrivate(path: string): void {
  if (!existsSync(path)) {
    // Asked first: for a parent on a read-only file system the error of making it misleads.
    checkWritable(nearestExisting(dirname(path)));
    makeFolders(path);
    return;
  }
  const stat = statSync(path);
  if (!stat.isDirectory()) {
    throw new CliError('usage', `${path} is no directory. Give a directory with --data.`);
  }
  if (process.getuid !== undefined && stat.uid !== process.getuid()) {
    throw new CliError(
      'usage',
      `The data directory ${path} belongs to another user. Run as that user, or give another --data.`,
    );
  }
  if ((stat.mode & 0o777) !== OWNER_ONLY) closeToOthers(path, stat.mode);
  checkWritable(path);
}

/** One after the other: Node's own recursive way never ends where a file system takes no folder, as in `/proc`. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    // Somebody else was faster.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function closeToOthers(path: string, mode: number): void {
  if ((mode & WRITABLE_BY_OTHERS) !== 0 && readdirSync(path).length > 0) {
    throw new CliError(
      'usage',
      `Others can write to the data directory ${path}. Check its files, then run: chmod 700 '${path}'`,
    );
  }
  if ((mode & REACHABLE_BY_OTHERS) !== 0) refuseOpenFiles(path);
  chmodSync(path, OWNER_ONLY);
}

/** What others could have written may hold commands of theirs. */
function refuseOpenFiles(path: string): void {
  for (const name of readdirSync(path)) {
    const file = join(path, name);
    const stat = lstatSync(file);
    if (!stat.isFile() || (stat.mode & WRITABLE_BY_OTHERS) === 0) continue;
    throw new CliError(
      'usage',
      `Others could write to ${file}. Check what it holds, then run: chmod 600 '${file}'`,
    );
  }
}

function checkWritable(path: string): void {
  accessSync(path, constants.W_OK);
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

const REASONS: Readonly<Record<string, string>> = {
  ...WRITE_REASONS,
  ENOTDIR: 'a part of the path is a file',
  ENOENT: 'no folder can be made there',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = 'code' in error ? REASONS[String(error.code)] : undefined;
  return known ?? error.message;
}
