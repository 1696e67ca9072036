import type { BackupManifest } from '../backup/backup-manifest.js';
import { printableLine } from './printable.js';

/** Ids of Actions that the text names. */
const MAX_NAMED = 10;

/** What a backup holds, for a person. @param check A command line that checks it; null: it was just checked. */
export function backupText(
  { made_at, log, bus, not_started }: BackupManifest,
  path: string,
  check: string | null,
): string {
  const holds = `${path} holds what was recorded until ${made_at}`;
  const lines =
    check === null
      ? [`Good: ${holds}; digests and integrity of its files are right, and they belong together.`]
      : [`${holds}; check it with: ${check}`];
  if (log !== null) lines.push(`  log.db  ${log.bytes} bytes, up to ${log.head ?? 'nothing'}`);
  if (bus !== null)
    lines.push(`  bus.db  ${bus.bytes} bytes, ${bus.undecided_commands} commands to be decided`);
  const { action_ids: ids, more } = not_started;
  if (ids.length > 0) {
    const named = ids.slice(0, MAX_NAMED).map((id) => printableLine(id));
    const rest = ids.length - named.length;
    lines.push(
      `A service on a restored copy starts ${more ? 'more than ' : ''}${ids.length} Actions that were not started when it was made. ` +
        'Those that were started since would be started again; docs/operations.md says what to do.',
      `  ${named.join(' ')}${rest > 0 ? ` and ${rest} more (not_started in backup.json)` : ''}`,
    );
  }
  return lines.join('\n');
}
