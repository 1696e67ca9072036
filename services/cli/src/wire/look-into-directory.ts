import { opendirSync, statSync } from 'node:fs';
import { CliError } from '../cli-error.js';
import type { DataDirectory } from './data-directory.js';

/** The files of a data directory that are there. */
export interface FoundFiles {
  readonly log: boolean;
  readonly bus: boolean;
}

/**
 * Which files are there, for commands that only read; null: there is no such directory. What cannot be looked at is
 * never taken for empty. @throws CliError usage: the path names a file; unreachable: it cannot be looked into
 */
export function lookIntoDirectory(directory: DataDirectory): FoundFiles | null {
  const { path, log, bus } = directory;
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (!stat.isDirectory()) throw noDirectory(path);
    opendirSync(path).closeSync();
    return { log: isThere(log), bus: isThere(bus) };
  } catch (error) {
    throw error instanceof CliError ? error : directoryFailure(error, path);
  }
}

/** Unlike `existsSync`, fails where it cannot be known. */
function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function noDirectory(path: string): CliError {
  return new CliError('usage', `${path} is no directory. Give a directory with --data.`);
}

/** Why a data directory cannot be looked into, from what the file system threw, for a person. */
export function directoryFailure(error: unknown, path: string): CliError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'ENOTDIR') return noDirectory(path);
  const why =
    code === 'EACCES' || code === 'EPERM'
      ? 'this user may not read it; run as the user who owns it'
      : `it cannot be read (${code}); check its disk`;
  return new CliError('unreachable', `The data directory ${path}: ${why}, or give another one with --data.`);
}
