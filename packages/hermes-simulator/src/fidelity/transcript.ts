import { readdirSync, readFileSync } from 'node:fs';
import { restoredLines, type StoredLine } from './restored-lines.js';
import type { TranscriptLine } from './transcript-line.js';

/** A folder of recorded scenarios: the release they were recorded on. */
export type TranscriptFolder = '0.18.2' | '0.19.0' | '0.22.2-derived';

const FIXTURES = new URL('../../fixtures/transcripts/', import.meta.url);

/** The recorded scenario of this name. */
export function readTranscript(folder: TranscriptFolder, scenario: string): readonly TranscriptLine[] {
  const text = readFileSync(new URL(`${folder}/${scenario}.jsonl`, FIXTURES), 'utf8');
  const stored = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as StoredLine);
  return restoredLines(stored);
}

/** Names of all recorded scenarios of a folder, sorted. */
export function recordedScenarios(folder: TranscriptFolder): readonly string[] {
  return readdirSync(new URL(`${folder}/`, FIXTURES))
    .map((name) => name.replace(/\.jsonl$/, ''))
    .sort();
}

/** Recordings whose notes hold what was seen: `noted.test.ts` takes them. */
export const NOTED_SCENARIOS: readonly string[] = [
  'http-connection-handling',
  'status-queued-hunt',
  'status-right-after-terminal-event',
];
