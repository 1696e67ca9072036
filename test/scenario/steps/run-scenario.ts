import { checkExpectations } from '../expect/check-expectations.js';
import { endingOf, type Ending } from '../expect/ending.js';
import { alwaysBroken } from '../expect/always.js';
import { checkSockets } from '../expect/sockets.js';
import type { PlannedRun, ScenarioRunner } from '../file/planned-run.js';
import { World } from '../world/world.js';
import { perform } from './perform.js';
import { newPlay, type Play } from './play.js';

/** Plays one pass of a scenario in a fresh world and looks at everything that must be true at its end. */
export const runScenario: ScenarioRunner = (run) => withEnding(run, wrongAt);

/** What is wrong at the end of a pass. Ends the processes when that is asked for, so look at anything else before. */
export async function wrongAt(ending: Ending, unhandled: readonly unknown[]): Promise<readonly string[]> {
  const expected = ending.world.run.scenario.expect;
  return [
    ...(await checkExpectations(ending, expected)),
    ...(await alwaysBroken(ending)),
    ...(await checkSockets(ending, expected)),
    ...unhandled.map((reason) => `unhandled rejection: ${textOf(reason)}`),
  ];
}

/** Plays one pass and lets its end be looked at; a step that cannot be done ends it with a sentence. */
export async function withEnding(
  run: PlannedRun,
  look: (ending: Ending, unhandled: readonly unknown[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const world = await World.open(run);
  try {
    const play = newPlay(world);
    const stuck = await playSteps(play, run);
    if (stuck !== null) return [stuck, ...world.provider.problems];
    return await look(await endingOf(play), unhandled);
  } finally {
    await world.close();
    process.off('unhandledRejection', note);
  }
}

/** The sentence about the step that could not be done; null: all were. */
async function playSteps(play: Play, { scenario }: PlannedRun): Promise<string | null> {
  startDefaults(play.world, scenario.steps[0]?.do === 'start-instance');
  for (const [index, step] of scenario.steps.entries()) {
    try {
      await perform(play, step);
    } catch (error) {
      return `steps[${index}] (${step.do}): ${textOf(error)}`;
    }
  }
  return null;
}

/** The processes that are there from the beginning (cases section 2). */
function startDefaults(world: World, stepsStart: boolean): void {
  const isEmbedded = world.run.scenario.given?.store?.kind === 'embedded';
  if (!isEmbedded) world.startInstance('p1', 'projector');
  if (!stepsStart) world.startInstance('i1', isEmbedded ? 'both' : 'command-service');
}

function textOf(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  return reason.name === 'Error' || reason.name === 'Stuck'
    ? reason.message
    : `${reason.name}: ${reason.message}`;
}
