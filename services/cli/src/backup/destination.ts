import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { CliError } from '../cli-error.js';
import { sync } from './synced-file.js';

/** A directory that gets its name only when all that belongs into it is there and on the disk. */
export interface Destination {
  /** Where it will stand. */
  readonly path: string;
  /** Where it stands until then (mode 0700), beside `path`. */
  readonly draft: string;
  /** Gives it its name, durably. */
  keep(): void;
  /** Removes the draft; nothing happens when it was kept. */
  discard(): void;
}

/**
 * Begins a directory that does not exist yet or is empty.
 * @param source The data directory: a backup inside would be lost together with it.
 * @param bytes What will be written, about: refused at once where that much is not free.
 * @throws CliError usage
 */
export function beginDestination(to: string, source: string, bytes: number): Destination {
  const path = resolve(to);
  const parent = dirname(path);
  checkPlace(path, parent);
  checkOutside(source, parent, path);
  checkRoom(parent, bytes);
  // Made with mode 0700. Beside its place: on the same file system, so that naming it is one step.
  const draft = mkdtempSync(join(parent, `.${basename(path)}.partial-`));
  return {
    path,
    draft,
    keep: () => {
      sync(draft);
      renameSync(draft, path);
      sync(parent);
    },
    discard: () => rmSync(draft, { recursive: true, force: true }),
  };
}

function checkPlace(path: string, parent: string): void {
  if (!existsSync(parent))
    throw new CliError('usage', `There is no directory ${parent} to put the backup in. Make it first.`);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (there.isSymbolicLink())
    throw new CliError(
      'usage',
      `${path} is a symbolic link. Give the directory itself: one that does not exist yet, or is empty.`,
    );
  if (!there.isDirectory() || readdirSync(path).length > 0)
    throw new CliError(
      'usage',
      `${path} is not empty. Give a directory that does not exist yet, or is empty.`,
    );
  if (path === parent || there.dev !== statSync(parent).dev)
    throw new CliError(
      'usage',
      `${path} is where a file system is mounted. Give a directory below it that does not exist yet.`,
    );
}

function checkOutside(source: string, parent: string, path: string): void {
  if (!existsSync(source)) return;
  const data = realpathSync(source);
  const place = join(realpathSync(parent), basename(path));
  if (place !== data && !place.startsWith(data + sep)) return;
  throw new CliError(
    'usage',
    `${path} is inside the data directory ${source}: whatever destroys one destroys both. Give a directory elsewhere, best on another disk.`,
  );
}

function checkRoom(parent: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(parent);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new CliError(
    'usage',
    `The backup needs about ${bytes} bytes and ${parent} has ${free} free. Free some space, or give a directory elsewhere.`,
  );
}
