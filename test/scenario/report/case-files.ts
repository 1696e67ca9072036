import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readCase, type ReadCase } from '../file/read-case.js';

/** A file that is run by itself. */
export type CaseFile =
  | (CaseName & { readonly kind: 'document'; readonly read: ReadCase })
  /** The body of an event stream with what a parser makes of it beside it; `name` is that of the body. */
  | (CaseName & { readonly kind: 'vector' });

interface CaseName {
  readonly folder: string;
  /** What it is called. */
  readonly name: string;
  /** The file that makes it a case. */
  readonly file: string;
}

const VECTOR_END = '.expect.json';

/**
 * The files to run in a file or folder, in the order of their names with numbers by value. What scenarios only use
 * (records, bodies) is not among them. `only`: a pattern for names, `*` and `?` as usual.
 * @throws when there is no such file or folder.
 */
export function caseFiles(path: string, only: string | null): readonly CaseFile[] {
  const isFolder = statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const names = isFolder ? filesIn(path) : [basename(path)];
  const wanted = only === null ? () => true : patternOf(only);
  const found = names.flatMap((name): readonly CaseFile[] => caseFile(folder, name));
  const used = new Set(found.flatMap((file) => (file.kind === 'document' ? usedBy(file.read) : [])));
  return found.filter((file) => wanted(file.name) && !(isUnreadable(file) && used.has(file.name)));
}

/** The case in a file, as a list of one; none when the file is only used by others. */
export function caseFile(folder: string, name: string): readonly CaseFile[] {
  if (name.endsWith(VECTOR_END)) {
    return [{ kind: 'vector', folder, file: name, name: `${name.slice(0, -VECTOR_END.length)}.sse` }];
  }
  if (!name.endsWith('.json')) return [];
  const read = readCase(folder, name);
  return read.kind === 'data' ? [] : [{ kind: 'document', folder, file: name, name, read }];
}

/** A record may be bad JSON on purpose; then it is no case, if some scenario uses it. */
function isUnreadable(file: CaseFile): boolean {
  return file.kind === 'document' && file.read.kind === 'refused' && !file.read.isJson;
}

function usedBy(read: ReadCase): readonly string[] {
  return read.kind === 'case' ? [...read.files.keys()] : [];
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function patternOf(glob: string): (name: string) => boolean {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/gu, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const pattern = new RegExp(`^${source}$`, 'u');
  return (name) => pattern.test(name);
}
