import { endProcess } from './wire/process-end.js';
import { handleStreamErrors } from './wire/process-streams.js';
import type { AroundStore } from './wire/service-edge.js';
import { onStopSignals } from './wire/stop-signals.js';

/** Only the owner may read what this process creates. */
const UMASK = 0o077;

/**
 * Runs one command line (without node and script) and sets the process's exit code. Never rejects. A service ends its
 * process here, whatever handle may be left; other commands let
 * it end by itself, but `doctor`: looking up a name cannot be given up.
 * @param around What a test puts around log and bus of `up`.
 */
export async function main(args: readonly string[], around: AroundStore = (store) => store): Promise<void> {
  process.umask(UMASK);
  const isService = args[0] === 'up';
  handleStreamErrors(isService);
  // Before anything big is loaded or anything opened: from here on a signal stops in order, up to the last line.
  const edge = isService ? { signals: onStopSignals(), around } : null;
  const { runCommandLine } = await import('./run-command-line.js');
  await runCommandLine(args, edge);
  if (isService || args[0] === 'doctor') await endProcess();
}
