import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Characters shown of a commit's name. */
const SHOWN = 7;

/** A commit's name in full, SHA-1 or SHA-256. */
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** A file of a repository larger than this is not looked through, bytes. */
const MAX_FILE_BYTES = 4 * 1_048_576;

/** Chains of references longer than this are not followed. */
const MAX_REFERENCES = 5;

/**
 * The commit this program was built from, shortened; null when it cannot be known. A file `commit` beside the
 * package, written by who packages without a repository, comes first; else the checkout the package lies in is asked.
 * Needs no git and never throws.
 * @param packageFolder Folder of this package.
 */
export function builtFrom(packageFolder: string): string | null {
  const stated = textOf(join(packageFolder, 'commit'));
  const commit = stated ?? commitOfCheckout(resolve(packageFolder, '../..'));
  return commit !== null && COMMIT.test(commit) ? commit.slice(0, SHOWN) : null;
}

/** Only of a repository at exactly this folder: an installed package may lie in somebody else's. */
function commitOfCheckout(root: string): string | null {
  const own = gitFolder(root);
  if (own === null) return null;
  const common = textOf(join(own, 'commondir'));
  const shared = common === null ? own : resolve(own, common);
  let value = textOf(join(own, 'HEAD'));
  for (let steps = 0; steps < MAX_REFERENCES; steps += 1) {
    const name = value === null ? undefined : /^ref: (refs\/[\w./-]+)$/.exec(value)?.[1];
    if (name === undefined || name.includes('..')) return value;
    value = textOf(join(own, name)) ?? textOf(join(shared, name)) ?? packed(shared, name);
  }
  return null;
}

/** A worktree has a file that names the folder. */
function gitFolder(root: string): string | null {
  const path = join(root, '.git');
  const named = textOf(path);
  if (named !== null) {
    const folder = /^gitdir: (.+)$/.exec(named)?.[1];
    return folder === undefined ? null : resolve(dirname(path), folder);
  }
  return textOf(join(path, 'HEAD')) === null ? null : path;
}

function packed(folder: string, name: string): string | null {
  const lines = textOf(join(folder, 'packed-refs'))?.split('\n') ?? [];
  return lines.find((line) => line.endsWith(` ${name}`))?.split(' ')[0] ?? null;
}

function textOf(path: string): string | null {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size <= MAX_FILE_BYTES ? readFileSync(path, 'utf8').trim() : null;
  } catch {
    // Not there or not readable: then it says nothing.
    return null;
  }
}
