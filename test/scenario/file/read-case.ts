import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyJson } from '@aip-hermes/aip';
import { noteRequest } from './check-message.js';
import { checkValue } from './check-value.js';
import { Findings } from './findings.js';
import { isObject, readJson } from './json-text.js';
import { needsOf } from './not-supported.js';
import type { GeneratedJson, GeneratedStream, Load, Matrix, Scenario } from './scenario.js';

/** The kinds of files that are run, and what they are called in the tables. */
const KINDS: Readonly<Record<string, string>> = {
  'scenario/1': 'scenario',
  'scenario-matrix/1': 'matrix',
  'generated-stream/1': 'generated-stream',
  'generated-json/1': 'generated-json',
  'load/1': 'load',
};

/** A checked file of any kind that is run. */
export type CaseDocument = Scenario | Matrix | GeneratedStream | GeneratedJson | Load;

/** What a file is. `data`: nothing to run by itself, such as a record or a body that a scenario uses. */
export type ReadCase =
  | { readonly kind: 'data' }
  | {
      readonly kind: 'refused';
      readonly problems: readonly string[];
      /** False when the bytes are no JSON at all, as a record may be on purpose. */
      readonly isJson: boolean;
    }
  | {
      readonly kind: 'case';
      readonly document: CaseDocument;
      /** Contents of the files that it names. */
      readonly files: ReadonlyMap<string, Uint8Array>;
      /** What it needs that is not supported yet; it is run only when this is empty. */
      readonly needs: readonly string[];
    };

/** Reads and checks a JSON file of a folder; everything that is wrong with it is told at once. */
export function readCase(folder: string, name: string): ReadCase {
  const read = readJson(readFileSync(join(folder, name)));
  if (read.kind === 'bad') return refused([`is no JSON: ${read.reason}`], false);
  const { value } = read;
  if (!isObject(value) || !Object.hasOwn(value, 'kind')) return { kind: 'data' };
  const { kind } = value;
  const type = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (type === undefined) return refused([`kind: unknown kind ${JSON.stringify(kind)}`]);
  return checked(folder, type, value);
}

function checked(folder: string, type: string, value: AnyJson): ReadCase {
  const findings = new Findings();
  checkValue(type, value, { path: '', word: type }, findings);
  const files = readFiles(folder, findings);
  if (findings.problems.length > 0) return refused(findings.problems);
  return {
    kind: 'case',
    // Every member has been checked against the tables that the types are read from.
    document: value as unknown as CaseDocument,
    files,
    needs: needsOf(findings.words),
  };
}

function readFiles(folder: string, findings: Findings): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [name, path] of findings.files) {
    const bytes = bytesOf(join(folder, name));
    if (bytes === null) {
      findings.wrong(path, `there is no file ${name} in the folder`);
      continue;
    }
    files.set(name, bytes);
    const record = readJson(bytes);
    if (record.kind === 'ok') noteRequest(record.value, findings);
  }
  return files;
}

function bytesOf(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOENT', 'EISDIR', 'EACCES'].includes(String(error.code))
    )
      return null;
    throw error;
  }
}

function refused(problems: readonly string[], isJson = true): ReadCase {
  return { kind: 'refused', problems, isJson };
}
