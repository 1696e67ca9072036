/** A commit may need this, bytes: an append of the largest size that is the default, and as much for pages around it. */
const ROOM_BYTES = 2_097_152;

/** What to do on a full disk. */
export const FREE_SPACE = 'Free some space; a running service then goes on by itself.';

/** Whether the next commit surely has room. @param freeBytes Of the file system; null, not known, counts as room. */
export function hasRoom(freeBytes: number | null): boolean {
  return freeBytes === null || freeBytes >= ROOM_BYTES;
}
