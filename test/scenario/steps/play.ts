import type { Held } from '../world/gate.js';
import type { CommandRecord } from '../world/command-topic.js';
import type { World } from '../world/world.js';

/** One pass through a scenario while it is played: the world, and what later steps refer to. */
export interface Play {
  readonly world: World;
  /** What `redeliver` repeats. */
  lastRecord: CommandRecord | null;
  /** Action of the first delivered envelope. */
  firstAction: string | null;
  /** Objectives that were delivered, by Action, in order; each once. */
  readonly sources: string[];
  /** Message ids of delivered cancels, in order. */
  readonly cancels: string[];
  /** Ids of delivered resumes, in order. */
  readonly resumes: string[];
  /** `resume` steps so far. */
  resumeSteps: number;
  /** Tasks that `hold` holds, by process. */
  readonly held: Map<string, Held>;
  /** Tasks at which a process was paused. */
  readonly pausedAt: Map<string, Held>;
  /** Events of a binding's stream that `seed` wrote, by Action. */
  readonly seeded: Map<string, number>;
}

/** The play at its beginning. */
export function newPlay(world: World): Play {
  return {
    world,
    lastRecord: null,
    firstAction: null,
    sources: [],
    cancels: [],
    resumes: [],
    resumeSteps: 0,
    held: new Map(),
    pausedAt: new Map(),
    seeded: new Map(),
  };
}

/** The source Action: what expectations and conditions are about by default. @throws when nothing was delivered yet */
export function sourceAction(play: Play): string {
  const source = play.world.run.source ?? play.firstAction;
  if (source === null) throw new Error('no envelope was delivered, so there is no source Action');
  return source;
}
