import { EXIT_CODES, type ExitCode, type ExitName } from './exit-code.js';

/** An expected failure: one plain sentence that says what a person can do, and the exit code that goes with it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: ExitName;
  /** Further lines, one problem each. */
  readonly problems: readonly string[];

  constructor(code: ExitName, message: string, problems: readonly string[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }

  /** The process ends with this. */
  get exitCode(): ExitCode {
    return EXIT_CODES[this.code];
  }
}
