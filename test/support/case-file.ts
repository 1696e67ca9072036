import { readFileSync } from 'node:fs';
import { RUN_ID } from './happy-run.js';

/** The text of a case fixture, by file name. The events of a stream are of the scripted run. */
export function caseFile(name: string): string {
  const text = readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url), 'utf8');
  return name.endsWith('.sse') ? text.replace(/\brun_[0-9a-f]{32}\b/g, RUN_ID) : text;
}

/** The bytes of a case fixture, by file name. */
export function caseBytes(name: string): Uint8Array {
  return readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url));
}
