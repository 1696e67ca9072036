import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Edit } from './mutant.js';

/** An edit whose text does not stand in its file exactly once: the source has moved on, the mutant must follow. */
export class EditMisplaced extends Error {
  override readonly name = 'EditMisplaced';
  readonly code = 'mutants.edit_misplaced';
}

/** The source with the edit in it. @throws EditMisplaced */
export function edited(source: string, { file, text, replacement }: Edit): string {
  const parts = source.split(text);
  const [before, after] = parts;
  if (text === '' || parts.length !== 2 || before === undefined || after === undefined)
    throw new EditMisplaced(`${file}: the text stands there ${parts.length - 1} times, not once:\n${text}`);
  return before + replacement + after;
}

/**
 * Does `task` while the edits stand in the files below `root`, and puts the files back.
 * @throws EditMisplaced; the error of a file that cannot be read or written; what `task` throws
 */
export async function whileEdited<T>(
  root: string,
  edits: readonly Edit[],
  task: () => Promise<T>,
): Promise<T> {
  const originals = new Map<string, string>();
  try {
    for (const edit of edits) {
      const path = join(root, edit.file);
      const source = await readFile(path, 'utf8');
      if (!originals.has(path)) originals.set(path, source);
      await writeFile(path, edited(source, edit));
    }
    return await task();
  } finally {
    for (const [path, source] of originals) await writeFile(path, source);
  }
}
