import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';

const SCOPE = '@aip-hermes';
/** Folders of the packages of this repository; each is named after its package. */
const WORKSPACES = ['packages', 'services'] as const;
/** What the simulation is made of, from the root of the repository. */
const COPIED = [
  ...WORKSPACES,
  'package.json',
  'test/points',
  'test/simulation',
  'test/state-table',
  'test/support',
] as const;
const LEFT_OUT: ReadonlySet<string> = new Set(['dist', 'node_modules', 'mutants']);

const copies = new Set<string>();

/** A copy of the sources that can be changed and run. */
export interface SourceCopy {
  readonly root: string;
  remove(): Promise<void>;
}

/**
 * Copies what the simulation is made of to a temporary directory. The packages of this repository are resolved to the
 * copies, everything else to what is installed.
 */
export async function copySources(repository: string): Promise<SourceCopy> {
  const root = await mkdtemp(join(tmpdir(), 'mutant-'));
  copies.add(root);
  const remove = async (): Promise<void> => {
    await rm(root, { recursive: true, force: true });
    copies.delete(root);
  };
  try {
    for (const path of COPIED)
      await cp(join(repository, path), join(root, path), { recursive: true, filter: isSource });
    await linkInstalled(join(repository, 'node_modules'), join(root, 'node_modules'));
    await mkdir(join(root, 'node_modules', SCOPE));
    for (const folder of WORKSPACES) await linkOwn(join(root, folder), join(root, 'node_modules', SCOPE));
  } catch (error) {
    await remove();
    throw error;
  }
  return { root, remove };
}

/** Removes every copy at once: for a process that ends before its work does. */
export function removeCopies(): void {
  for (const root of copies) rmSync(root, { recursive: true, force: true });
}

function isSource(path: string): boolean {
  return !LEFT_OUT.has(basename(path)) && !path.endsWith('.test.ts');
}

async function linkInstalled(from: string, to: string): Promise<void> {
  await mkdir(to);
  const names = (await readdir(from)).filter((name) => name !== SCOPE && !name.startsWith('.'));
  for (const name of names) await symlink(join(from, name), join(to, name));
}

async function linkOwn(folder: string, to: string): Promise<void> {
  for (const name of await readdir(folder)) await symlink(relative(to, join(folder, name)), join(to, name));
}
