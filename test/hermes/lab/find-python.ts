import { spawnSync } from 'node:child_process';

/** What the pinned packages were locked for. */
const WANTED = '3.11';

/** How long an interpreter may take to say its version, milliseconds. */
const VERSION_LIMIT_MS = 30_000;

/**
 * The command of a Python 3.11: `HERMES_PYTHON` where it is set, else what the search path has.
 *
 * @throws Error when there is none
 */
export function findPython(env: NodeJS.ProcessEnv): string {
  const named = env['HERMES_PYTHON'];
  const candidates = named === undefined ? ['python3.11', 'python3', 'python'] : [named];
  const found = candidates.find((command) => versionOf(command) === WANTED);
  if (found !== undefined) return found;
  throw new Error(
    `Python ${WANTED} is needed; none of ${candidates.join(', ')} is one. HERMES_PYTHON can name it.`,
  );
}

function versionOf(command: string): string {
  const program = 'import sys; print("%d.%d" % sys.version_info[:2])';
  const asked = spawnSync(command, ['-c', program], { encoding: 'utf8', timeout: VERSION_LIMIT_MS });
  return asked.status === 0 ? asked.stdout.trim() : '';
}
