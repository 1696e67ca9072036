import { KillWorld } from './kill-world.js';

/** Runs a test in a world of its own, which is removed whatever comes. */
export async function inWorld(
  policy: Readonly<Record<string, unknown>>,
  test: (world: KillWorld) => Promise<void>,
): Promise<void> {
  const world = await KillWorld.open(policy);
  try {
    await test(world);
  } finally {
    await world.remove();
  }
}
