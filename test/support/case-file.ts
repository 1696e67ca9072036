import { readFileSync } from 'node:fs';

/** The text of a case fixture, by file name. */
export function caseFile(name: string): string {
  return readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url), 'utf8');
}
