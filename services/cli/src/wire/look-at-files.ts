import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataDirectory } from './data-directory.js';
import { directoryFailure } from './look-into-directory.js';

/** One file or directory that is there. */
export interface FileFacts {
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
  readonly bytes: number;
  /** Whether it belongs to the user of this process. */
  readonly own: boolean;
}

/** What can be seen of a data directory from outside; nothing is opened or made. */
export interface DirectoryFacts {
  /** Null: it is not there. */
  readonly directory: FileFacts | null;
  readonly isDirectory: boolean;
  /** The directory, or the nearest one above it that is there. */
  readonly nearest: string;
  /** Whether this user may write there. */
  readonly writable: boolean;
  /** The files that are there, in the order log, bus, lock, holder. */
  readonly files: readonly FileFacts[];
  /** Of the file system; null where it does not tell. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
}

/** @throws CliError where it cannot be looked into */
export function lookAtFiles(directory: DataDirectory): DirectoryFacts {
  try {
    return look(directory);
  } catch (error) {
    throw directoryFailure(error, directory.path);
  }
}

function look({ path, log, bus, lock, holder }: DataDirectory): DirectoryFacts {
  const stat = statSync(path, { throwIfNoEntry: false });
  const nearest = nearestThere(path);
  const names = [...withCompanions(log), ...withCompanions(bus), lock, holder];
  return {
    directory: factsOf(path),
    isDirectory: stat?.isDirectory() ?? false,
    nearest,
    writable: mayWrite(nearest),
    files: stat?.isDirectory() === true ? names.flatMap((name) => factsOf(name) ?? []) : [],
    disk: diskOf(nearest),
  };
}

/** A database with what SQLite keeps beside it. */
function withCompanions(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}

function factsOf(path: string): FileFacts | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const own = process.getuid === undefined || stat.uid === process.getuid();
  return { path, mode: stat.mode & 0o777, bytes: stat.size, own };
}

function nearestThere(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestThere(dirname(path));
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function diskOf(path: string): DirectoryFacts['disk'] {
  try {
    const { bavail, blocks, bsize } = statfsSync(path);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    // Some file systems do not tell.
    return null;
  }
}
