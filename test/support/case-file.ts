import { readFileSync } from 'node:fs';

/** The text of a case fixture, by file name. */
export function caseFile(name: string): string {
  return readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url), 'utf8');
}

/** The bytes of a case fixture, by file name. */
export function caseBytes(name: string): Uint8Array {
  return readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url));
}
