import { printableLine } from './printable.js';

/** Longest argument that is repeated; ids and paths are shorter. */
const MAX_ARGUMENT = 4_096;

/** An argument as a POSIX shell reads it back, quoted where it has to be. */
export function shellWord(argument: string): string {
  const text = printableLine(argument, MAX_ARGUMENT);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
