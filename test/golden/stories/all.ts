import type { GoldenStream } from '../golden-stream.js';
import { derived } from '../derived.js';
import { recordWorld } from '../record-world.js';
import { ENDS, REPLAYS } from './ends.js';
import { HAND_BUILT } from './hand-built.js';
import { PROMPTS } from './prompts.js';
import { ADDRESSES, REFUSALS } from './refusals.js';
import type { Scene } from './scene.js';
import { RESTARTS, STARTS } from './starts.js';

/** Scenes that the real connector plays on a virtual clock. */
export const SCENES: Readonly<Record<string, Scene>> = {
  ...ENDS,
  ...REPLAYS,
  ...STARTS,
  ...RESTARTS,
  ...PROMPTS,
  ...REFUSALS,
  ...ADDRESSES,
};

/** Every story, by the name of its golden stream, and how to record it. */
export const STORIES: Readonly<Record<string, () => Promise<GoldenStream>>> = {
  ...mapped(SCENES, async (scene) => recordWorld(await scene())),
  ...mapped(HAND_BUILT, async (make) => {
    const rows = make();
    return { rows, messages: derived(rows) };
  }),
};

function mapped<T, U>(
  from: Readonly<Record<string, T>>,
  turn: (value: T) => Promise<U>,
): Record<string, () => Promise<U>> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, () => turn(value)]));
}
