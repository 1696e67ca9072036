import type { ExitName } from '../exit-code.js';
import type { Check, CheckState } from './check.js';

/** What `doctor --json` prints: one object. Members are added, never changed or taken away. */
export interface DoctorReport {
  readonly version: string;
  /** Short name of the commit, or `unknown`. */
  readonly commit: string;
  /** Version of Node.js. */
  readonly node: string;
  /** The data directory, absolute. */
  readonly data: string;
  /** When the checks began, RFC 3339. */
  readonly checked_at: string;
  /** The worst state among the checks. */
  readonly state: CheckState;
  readonly counts: Readonly<Record<CheckState, number>>;
  readonly checks: readonly Check[];
}

/** Counts the checks and finds the worst. */
export function reportOf(
  facts: Omit<DoctorReport, 'state' | 'counts' | 'checks'>,
  checks: readonly Check[],
): DoctorReport {
  const count = (state: CheckState): number => checks.filter((it) => it.state === state).length;
  const counts = { ok: count('ok'), warning: count('warning'), problem: count('problem') };
  const state = counts.problem > 0 ? 'problem' : counts.warning > 0 ? 'warning' : 'ok';
  return { ...facts, state, counts, checks };
}

/**
 * How `doctor` ends: `unreachable` (9) when the log, the bus or an endpoint cannot be used, else `usage` (2) when
 * another problem was found, else `good`. Warnings change nothing.
 */
export function endOf({ checks }: Pick<DoctorReport, 'checks'>): ExitName {
  const problems = checks.filter(({ state }) => state === 'problem');
  if (problems.some(({ unreachable }) => unreachable)) return 'unreachable';
  return problems.length > 0 ? 'usage' : 'good';
}
