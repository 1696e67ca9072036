import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of one test's own. */
export interface TestDirectory {
  file(name: string): string;
  remove(): void;
}

/** Makes it under the system's temporary directory; the test removes it. */
export function aDirectory(): TestDirectory {
  const path = mkdtempSync(join(tmpdir(), 'event-log-'));
  return {
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
