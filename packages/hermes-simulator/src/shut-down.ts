import type { Listener } from './http/listener.js';
import type { ServerProcess } from './server-process.js';

/** The port closes this long after the terminal events. */
const PORT_CLOSES_MS = 10;

/**
 * SIGTERM (4.5): drains for at most `drainMs`, ends what still lives, closes the port, and resolves when the last
 * worker has ended, or when the process was killed meanwhile.
 */
export async function shutDown(
  process: ServerProcess,
  listener: Listener,
  drainMs: number,
  announce: boolean,
): Promise<void> {
  const { clock, runs } = process;
  process.draining = true;
  if (announce) runs.announceShutdown();
  const killed = clock.ended;
  if (drainMs > 0) await Promise.race([runs.whenIdle(), clock.sleep(drainMs), killed]);
  runs.shutDown();
  await Promise.race([clock.sleep(PORT_CLOSES_MS), killed]);
  listener.stopListening();
  await Promise.race([runs.whenIdle(), killed]);
  clock.end();
}
