import { crc32 } from 'node:zlib';

/** A row of `events`, with the name of its stream. */
export interface StoredRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly recordedMs: number;
  readonly type: string;
  readonly id: string;
  readonly data: string;
  readonly metadata: string;
}

/**
 * CRC-32 over all that a row says, as a signed 32-bit integer. Finds what disks and copies do to bytes, not what people do:
 * that is the hash chain's work (DESIGN 3, tamper evidence).
 */
export function rowChecksum(row: StoredRow): number {
  const { position, stream, revision, recordedMs, type, id, data, metadata } = row;
  const before = `${position} ${revision} ${recordedMs} ${type.length} ${data.length} ${stream} ${type} ${id} `;
  return crc32(metadata, crc32(data, crc32(before))) | 0;
}
