import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** How much this user may still write on the disk of a file, in words; where that cannot be asked, that. */
export function freeSpace(file: string): string {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return `${bavail * bsize} bytes are free there`;
  } catch {
    return 'how much is free there cannot be read';
  }
}
