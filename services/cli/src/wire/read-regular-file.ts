import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Thrown for what is no regular file; `code` as Node's own file errors have one. */
class NotARegularFile extends Error {
  override readonly name = 'NotARegularFile';
  readonly code = 'ENOTREG';
}

/**
 * The text of a regular file, at most one byte more than `maxBytes` of it, so that a pipe cannot hang the command
 * and a device cannot fill memory (G13). @throws NotARegularFile, and what opening and reading throw.
 */
export function readRegularFile(path: string, maxBytes: number): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new NotARegularFile(`${path} is not a regular file`);
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (;;) {
      const read = readSync(file, bytes, length, bytes.length - length, null);
      length += read;
      if (read === 0 || length === bytes.length) return bytes.toString('utf8', 0, length);
    }
  } finally {
    closeSync(file);
  }
}
