import { CommanderError } from 'commander';
import { explainError } from './explain-error.js';
import { EXIT_CODES } from './exit-code.js';
import { createProgram } from './program.js';
import { processOutput } from './process-output.js';
import { programIdentity } from './version.js';
import type { ServiceEdge } from './wire/service-edge.js';

/**
 * Runs one command line and sets the process's exit code. Never rejects: what went wrong is told on stderr in one
 * sentence, with `--json` also as a JSON line there.
 * @param edge What `up` listens to already and is given; null for the other commands.
 */
export async function runCommandLine(args: readonly string[], edge: ServiceEdge | null): Promise<void> {
  const json = args.includes('--json');
  if (json && args.length === 2 && args.includes('--version')) {
    processOutput(json).value({ ...programIdentity(), node: process.version });
    return;
  }
  try {
    const program = await createProgram(processOutput, args[0], edge);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT_CODES.good : EXIT_CODES.usage;
      if (json && error.exitCode !== 0)
        tell({ code: 'usage', message: error.message.replace(/^error: /, '') });
      return;
    }
    const { code, exitCode, message, problems } = explainError(error);
    process.exitCode = exitCode;
    process.stderr.write(`aip-hermes: ${[message, ...problems.map((it) => `  ${it}`)].join('\n')}\n`);
    if (json) tell({ code, message, ...(problems.length === 0 ? {} : { problems }) });
  }
}

function tell(error: object): void {
  process.stderr.write(`${JSON.stringify({ error })}\n`);
}
