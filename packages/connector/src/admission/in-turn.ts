import type { StreamRegistry } from '../streams/stream-registry.js';
import type { BindingStream } from '../streams/binding-stream.js';

/**
 * Runs `task` alone on an Action's stream, behind every command for it that was taken earlier; the place in the
 * queue is taken before this returns. `signal` gives up waiting. @throws TurnAbandoned
 */
export async function inTurn<T>(
  registry: StreamRegistry,
  actionId: string,
  signal: AbortSignal,
  task: (stream: BindingStream) => Promise<T>,
): Promise<T> {
  const lease = registry.acquire(actionId);
  try {
    return await lease.stream.exclusively(() => task(lease.stream), signal);
  } finally {
    lease.release();
  }
}
