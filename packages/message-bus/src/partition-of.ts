const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The partition of a key: 32-bit FNV-1a of its UTF-8 bytes, modulo the number of partitions. Stored offsets hang
 * on it, so it never changes. Records without a key go to partition 0 and so keep their order too.
 */
export function partitionOf(key: string | null, partitions: number): number {
  if (key === null) return 0;
  let hash = FNV_OFFSET_BASIS;
  for (const byte of Buffer.from(key, 'utf8')) {
    hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0;
  }
  return hash % partitions;
}
