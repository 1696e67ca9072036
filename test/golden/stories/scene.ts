import type { World } from '../../support/world.js';

/** Lets something happen to the real connector, to its end. */
export type Scene = () => Promise<World>;
