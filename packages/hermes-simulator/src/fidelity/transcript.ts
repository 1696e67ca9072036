import { restoredLines, type StoredLine } from './restored-lines.js';
import { readdirSync, readFileSync } from 'node:fs';

/** One line of a recorded scenario. */
export interface TranscriptLine {
  readonly t_ms: number;
  readonly dir: 'setup' | 'request' | 'response' | 'poll' | 'sse' | 'close' | 'note' | 'end';
  readonly conn?: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number | null;
  readonly text?: string;
  readonly bytes?: number;
  readonly bytes_b64?: string;
  readonly repeated_every_ms?: number;
  readonly by?: string;
  readonly reason?: string;
  readonly model_script?: string;
  readonly turns?: readonly unknown[];
  readonly server_config?: string;
  readonly start_unix?: number;
}

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
