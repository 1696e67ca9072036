import type { KillWorld } from '../world/kill-world.js';

/**
 * What happens to a target Action while a process is to be killed. The process is ready; resolves when all is under way,
 * whether or not it was killed on the way.
 */
export interface Scene {
  /** What differs from the policy of every test. */
  readonly policy: Readonly<Record<string, unknown>>;
  /** Whether the target cannot end before everything is released. */
  readonly holdsTarget: boolean;
  readonly play: (world: KillWorld, target: string) => Promise<void>;
}
