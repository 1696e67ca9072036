import { EXIT_CODES } from '../exit-code.js';

/**
 * What becomes of a failure to write to stdout or stderr. A service serves others too, so it goes on (a log disk may be
 * full for a while). A command ends: quietly when its reader went away (`| head`), else with 1, since what it had to
 * tell was not told.
 */
export function handleStreamErrors(isService: boolean): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (isService) return;
      if (error.code === 'EPIPE') process.exit();
      if (stream === process.stdout)
        process.stderr.write(`aip-hermes: The output cannot be written (${error.code ?? error.message}).\n`);
      const known = process.exitCode ?? EXIT_CODES.good;
      process.exit(known === EXIT_CODES.good ? EXIT_CODES.internal : known);
    });
  }
}
