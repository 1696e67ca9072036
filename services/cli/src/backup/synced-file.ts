import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';

/** Bytes read at a time. */
const CHUNK_BYTES = 4 * 1_048_576;

/** Size and digest of a file. */
export interface FileDigest {
  readonly bytes: number;
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
}

/** Reads a file once, in pieces. */
export function digestOf(file: string): FileDigest {
  const descriptor = openSync(file, 'r');
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let bytes = 0;
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      hash.update(chunk.subarray(0, read));
      bytes += read;
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    closeSync(descriptor);
  }
}

/** Creates a file for its owner alone; its text is on the disk when this returns. */
export function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What was written to the file, or the names in the directory, are on the disk when this returns. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
