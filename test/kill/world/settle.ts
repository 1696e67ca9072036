import type { Judged } from '../judge/judged.js';
import type { KillWorld } from './kill-world.js';
import { actionCommand } from './sent-command.js';

/**
 * Starts the plain product on what was left, lets everything come to its end, replays every target, and ends it in order.
 * @returns what all of it came to
 */
export async function settle(world: KillWorld, targets: readonly string[]): Promise<Judged> {
  const process = world.plain();
  await world.bounded(process.ready(), 'the service after the kill');
  world.release();
  await world.answered();
  await world.put(
    ...targets.map((action) => actionCommand({ action, messageId: `msg_${action}_replay`, mode: 'sync' })),
  );
  await world.answered();
  const exit = await world.bounded(process.kill('SIGTERM'), 'the end of the service');
  if (exit !== 0) throw new Error(`the plain product ended with ${exit}: ${process.errors}`);
  return {
    sent: world.sent,
    calls: world.provider.calls,
    messages: await world.published(),
    undecided: world.undecided,
  };
}
