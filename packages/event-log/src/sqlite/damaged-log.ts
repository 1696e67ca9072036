import { LogUnavailable } from '../errors.js';

/** What to do about a damaged file, for every message about one. */
export const DAMAGED_LOG_STEPS =
  'Change nothing in its directory: end the service, copy the directory as it is, and follow "A damaged log" in docs/operations.md ' +
  '(backup --verify and restore, PRAGMA integrity_check, .recover).';

/** The error for a file whose structure is damaged; `what` is wrong with it. */
export function damagedLog(file: string, what: string): LogUnavailable {
  return new LogUnavailable(`The event log ${file} is damaged: ${what}. ${DAMAGED_LOG_STEPS}`);
}
