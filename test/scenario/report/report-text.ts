import type { FileOutcome } from './outcome.js';

/** Most characters of one reason that are shown. */
const MAX_REASON = 2000;

/** One file as it is printed: a line, and the reasons below it when it failed. */
export function fileText({ file, outcome }: FileOutcome): string {
  switch (outcome.kind) {
    case 'passed':
      return `ok       ${file}`;
    case 'skipped':
      return `skipped: needs ${outcome.needs.join(', ')}  ${file}`;
    case 'failed':
      return [`FAILED   ${file}`, ...outcome.reasons.map((reason) => `           ${shown(reason)}`)].join(
        '\n',
      );
  }
}

/** The last line: how many of each. */
export function totalText(outcomes: readonly FileOutcome[]): string {
  const { passed, failed, skipped } = totals(outcomes);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Everything as one JSON text, for programs. */
export function reportJson(outcomes: readonly FileOutcome[]): string {
  const files = outcomes.map(({ file, outcome, ms }) => ({
    file,
    outcome: outcome.kind,
    ...(outcome.kind === 'failed' ? { reasons: outcome.reasons } : {}),
    ...(outcome.kind === 'skipped' ? { needs: outcome.needs } : {}),
    ms,
  }));
  return JSON.stringify({ ...totals(outcomes), files }, null, 2);
}

function totals(outcomes: readonly FileOutcome[]): Record<'passed' | 'failed' | 'skipped', number> {
  const count = (kind: FileOutcome['outcome']['kind']): number =>
    outcomes.filter(({ outcome }) => outcome.kind === kind).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** On one line, and not endless. */
function shown(reason: string): string {
  const line = reason.replace(/\s*\n\s*/gu, ' | ');
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)} ...` : line;
}
