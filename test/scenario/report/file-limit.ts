import type { CaseFile } from './case-files.js';
import { PASS_LIMIT_MS } from './guarded.js';

/** Real time that a load, or all passes of a file together, may take, milliseconds. */
const LONG_LIMIT_MS = 600_000;

/** Real time that a file may take, milliseconds: short for one that is a single pass. */
export function fileLimitMs(file: CaseFile): number {
  if (file.kind === 'vector' || file.read.kind !== 'case') return PASS_LIMIT_MS;
  const { document } = file.read;
  const isShort =
    document.kind === 'scenario/1' && document.steps.every((step) => step.do !== 'race' && !hasList(step));
  return isShort ? PASS_LIMIT_MS : LONG_LIMIT_MS;
}

function hasList(step: object): boolean {
  return 'at' in step && typeof step.at === 'object';
}
