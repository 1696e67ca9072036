import { closeSync, openSync, readSync, statSync } from 'node:fs';

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/**
 * What is wrong with a database file as far as its first bytes and its size show, in words; null: nothing, or the file is
 * empty, no database or no file at all, which SQLite says itself. Nothing is changed or locked (https://www.sqlite.org/fileformat2.html).
 */
export function fileDamage(file: string): string | null {
  const stat = statSync(file);
  if (!stat.isFile()) return null;
  const { size } = stat;
  if (size === 0) return walBytes(file) > 0 ? 'it is empty, but its write-ahead log is not' : null;
  const header = headerOf(file);
  const begun = MAGIC.slice(0, size);
  if (header.toString('latin1', 0, begun.length) !== begun) return null;
  // SQLite would take so short a file for a new one.
  if (size < HEADER_BYTES) return `it has only ${size} bytes`;
  // 1 stands for 65536.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  // While there is a write-ahead log, the newest pages may stand only there.
  if (!isCounted || walBytes(file) > 0) return null;
  const wanted = header.readUInt32BE(28) * pageSize;
  return size < wanted ? `it has ${size} bytes instead of ${wanted}` : null;
}

function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(descriptor);
  }
  return header;
}
