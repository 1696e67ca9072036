import type { Message, RecordedRow } from '@aip-hermes/binding';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** All rows that one story left in the log, in its order, and the messages published for them. */
export interface GoldenStream {
  readonly rows: readonly RecordedRow[];
  readonly messages: readonly Message[];
}

const HERE = new URL('./', import.meta.url);
const ROWS = '.rows.jsonl';
const MESSAGES = '.messages.jsonl';

/** File of what is published in place of messages, one in a folder. */
export const SUBSTITUTES = 'substitutes.jsonl';

/** Projection versions that have golden streams, ascending. */
export function goldenVersions(): readonly number[] {
  return readdirSync(HERE)
    .flatMap((name) => /^v(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Names of the golden streams of a projection version. */
export function goldenNames(version: number): readonly string[] {
  return readdirSync(folderOf(version))
    .filter((name) => name.endsWith(ROWS))
    .map((name) => name.slice(0, -ROWS.length))
    .sort();
}

/** Names of all files of a projection version. */
export function goldenFiles(version: number): readonly string[] {
  return readdirSync(folderOf(version)).sort();
}

/** The two files of a golden stream, as they stand. */
export function goldenFilesOf(name: string): readonly string[] {
  return [name + ROWS, name + MESSAGES];
}

/** The rows of a golden stream. */
export function goldenRows(version: number, name: string): readonly RecordedRow[] {
  const text = readFileSync(new URL(name + ROWS, folderOf(version)), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedRow);
}

/** The published messages of a golden stream, byte for byte. */
export function goldenMessages(version: number, name: string): string {
  return readFileSync(new URL(name + MESSAGES, folderOf(version)), 'utf8');
}

/** Messages as a golden file has them: one a line. */
export function messageLines(messages: readonly Message[]): string {
  return lines(messages.map(({ topic, key, headers, value }) => ({ topic, key, headers, value })));
}

/** Keeps a stream. What is kept already is never replaced: bytes once published stay (DESIGN 9.4). */
export function keepGolden(version: number, name: string, { rows, messages }: GoldenStream): void {
  mkdirSync(folderOf(version), { recursive: true });
  const kept = rows.map(({ stream, revision, id, type, data, metadata }) => ({
    stream,
    revision,
    id,
    type,
    data,
    metadata,
  }));
  writeFileSync(new URL(name + MESSAGES, folderOf(version)), messageLines(messages), { flag: 'wx' });
  writeFileSync(new URL(name + ROWS, folderOf(version)), lines(kept), { flag: 'wx' });
}

function folderOf(version: number): URL {
  return new URL(`v${version}/`, HERE);
}

function lines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
