/** How a command ends; the numbers are a contract with scripts. */
export const EXIT_CODES = {
  good: 0,
  internal: 1,
  usage: 2,
  failed: 3,
  cancelled: 4,
  outcome_unknown: 5,
  not_found: 6,
  guarantee_broken: 7,
  waits_for_person: 8,
  unreachable: 9,
  timed_out: 124,
  /** 128 and the number of the signal, as shells count; a running `up` ends in order instead, with 0. */
  interrupted: 130,
  terminated: 143,
} as const;

/** Name of an exit code; also the `code` of an error told as JSON. */
export type ExitName = keyof typeof EXIT_CODES;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT_CODES)[ExitName];

/** What each code means, one line each, for `--help`. */
export const EXIT_CODE_MEANINGS: Readonly<Record<ExitName, string>> = {
  good: 'good',
  internal: 'internal error',
  usage: 'usage or configuration',
  failed: 'the Action failed or was refused',
  cancelled: 'the Action was cancelled',
  outcome_unknown: 'the outcome of the Action is unknown; it is never repeated automatically',
  not_found: 'not found',
  guarantee_broken: 'a guarantee is broken',
  waits_for_person: 'the Action waits for a person',
  unreachable: 'log or bus unreachable; in `doctor` also an endpoint',
  timed_out: 'time-out',
  interrupted: 'ended by SIGINT',
  terminated: 'ended by SIGTERM',
};
