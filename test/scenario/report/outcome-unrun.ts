import type { CaseFile } from './case-files.js';
import type { Outcome } from './outcome.js';

/** The outcome of a file that is not run, because it is refused or needs what is not there; null when it is run. */
export function outcomeUnrun(file: CaseFile): Outcome | null {
  if (file.kind === 'vector' || file.read.kind === 'data') return null;
  const { read, name } = file;
  if (read.kind === 'refused') {
    return { kind: 'failed', reasons: read.problems.map((problem) => `${name}: ${problem}`) };
  }
  return read.needs.length > 0 ? { kind: 'skipped', needs: read.needs } : null;
}
