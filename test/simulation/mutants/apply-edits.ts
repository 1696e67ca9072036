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

/** Makes the edits in the files below `root`. @throws EditMisplaced; the error of a file that cannot be read or written. */
export async function applyEdits(root: string, edits: readonly Edit[]): Promise<void> {
  for (const edit of edits) {
    const path = join(root, edit.file);
    await writeFile(path, edited(await readFile(path, 'utf8'), edit));
  }
}
