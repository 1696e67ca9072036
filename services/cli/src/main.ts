import { CommanderError } from 'commander';
import { explainError } from './explain-error.js';
import { EXIT_CODES } from './exit-code.js';
import { createProgram } from './program.js';
import { processOutput } from './process-output.js';

/** Only the owner may read what this process creates. */
const UMASK = 0o077;

/**
 * Runs one command line (without node and script) and sets the process's exit code. Never rejects: what went wrong is
 * told on stderr in one sentence, with `--json` also as a JSON line there.
 */
export async function main(args: readonly string[]): Promise<void> {
  process.umask(UMASK);
  endQuietlyWithoutReader(args[0] === 'up');
  const json = args.includes('--json');
  try {
    const program = await createProgram(processOutput, args[0]);
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

/** A reader that went away (`| head`) is no failure. A service serves others too, so it goes on. */
function endQuietlyWithoutReader(isService: boolean): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (!isService) process.exit();
    });
  }
}
