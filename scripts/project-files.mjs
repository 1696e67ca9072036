// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const NEVER = new Set(['node_modules', 'dist', '.git', 'coverage', '.aip-hermes']);

/**
 * Files of the project below the given folders (or files), sorted, as paths from the root with forward slashes. What is
 * installed or built is left out.
 *
 * @param {string} root
 * @param {readonly string[]} folders `''` for everything
 * @param {RegExp} wanted tried on the path
 * @returns {string[]}
 */
export function projectFiles(root, folders, wanted) {
  /** @type {(folder: string) => string[]} */
  const below = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return NEVER.has(entry.name) ? [] : below(path);
      return entry.isFile() && wanted.test(path) ? [path] : [];
    });
  return folders.flatMap(below).sort();
}
