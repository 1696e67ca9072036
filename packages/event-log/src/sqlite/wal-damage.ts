import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Sizes of the format of a write-ahead log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log), bytes. */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

/** Commits behind a bad frame that prove damage: each was begun only after the one before it was synced. */
const COMMITS_AFTER = 2;

/** Looks until a finding stands: another process may be writing the file meanwhile. */
const LOOKS = 3;

/**
 * What is wrong in the write-ahead log beside a database, in words; null: nothing that can be told. SQLite itself drops all
 * from the first bad frame on without a word, which is right for a commit that a crash cut off, and only for that. One damaged
 * commit at the very end looks the same and is not found. Reads the file once, as SQLite does after a crash.
 */
export function walDamage(database: string): string | null {
  const path = `${database}-wal`;
  let found: string | null = null;
  for (let look = 0; look < LOOKS; look += 1) {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= HEADER_BYTES) return null;
    found = lookAt(path, size);
    if (found === null) return null;
  }
  return found;
}

function lookAt(path: string, size: number): string | null {
  const descriptor = openSync(path, 'r');
  try {
    const header = bytesAt(descriptor, 0, HEADER_BYTES);
    const magic = header.readUInt32BE(0);
    const bigEndian = (magic & 1) === 1;
    const sum = add([0, 0], header.subarray(0, 24), bigEndian);
    if ((magic & ~1) >>> 0 !== MAGIC || !isSum(sum, header, 24))
      return 'its write-ahead log does not begin as one';
    return frameDamage(descriptor, size, { header, bigEndian, sum });
  } finally {
    closeSync(descriptor);
  }
}

type Sum = readonly [number, number];

interface Start {
  readonly header: Buffer;
  readonly bigEndian: boolean;
  readonly sum: Sum;
}

function frameDamage(descriptor: number, size: number, start: Start): string | null {
  const frameBytes = FRAME_HEADER_BYTES + start.header.readUInt32BE(8);
  let { sum } = start;
  let bad: number | null = null;
  let commitsAfter = 0;
  for (let number = 1, at = HEADER_BYTES; at + frameBytes <= size; number += 1, at += frameBytes) {
    if (bad === null) {
      const frame = bytesAt(descriptor, at, frameBytes);
      sum = add(
        add(sum, frame.subarray(0, 8), start.bigEndian),
        frame.subarray(FRAME_HEADER_BYTES),
        start.bigEndian,
      );
      if (!isOf(frame, start) || !isSum(sum, frame, 16)) bad = number;
    } else {
      const head = bytesAt(descriptor, at, FRAME_HEADER_BYTES);
      if (isOf(head, start) && head.readUInt32BE(4) !== 0) commitsAfter += 1;
      if (commitsAfter >= COMMITS_AFTER)
        return `frame ${bad} of its write-ahead log is damaged, and commits follow it`;
    }
  }
  return null;
}

/** Frames of an earlier round have other salts. */
function isOf(frame: Buffer, { header }: Start): boolean {
  return frame.subarray(8, 16).equals(header.subarray(16, 24));
}

function isSum([first, second]: Sum, bytes: Buffer, at: number): boolean {
  return first === bytes.readUInt32BE(at) && second === bytes.readUInt32BE(at + 4);
}

/** The format's running checksum over whole pairs of 32-bit words. */
function add([first, second]: Sum, bytes: Buffer, bigEndian: boolean): Sum {
  let one = first;
  let two = second;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0;
    two = (two + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0;
  }
  return [one, two];
}

/** What is not there any more reads as zeros. */
function bytesAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, at);
  return bytes;
}
