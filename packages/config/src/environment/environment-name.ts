/** What every variable that sets a key begins with, in any case. */
export const ENVIRONMENT_PREFIX = 'AIP_HERMES__';

/** The environment variable of a key: `policy.max_events` is set by `AIP_HERMES__POLICY__MAX_EVENTS` (SPEC 10). */
export function environmentName(path: string): string {
  return `${ENVIRONMENT_PREFIX}${path.replaceAll('.', '__').toUpperCase()}`;
}
