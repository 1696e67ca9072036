import type { Step, StepOf } from '../file/scenario.js';
import { advanceClock } from './advance-clock.js';
import { crash } from './crash.js';
import { deliverMany } from './deliver-many.js';
import { deliver } from './deliver.js';
import { kafka, store } from './faults.js';
import { healthCheck } from './health-check.js';
import { hold, release } from './hold.js';
import { rebalance, skewClock, startInstance } from './instances.js';
import { pauseInstance, resumeInstance } from './pause-instance.js';
import type { Play } from './play.js';
import { powerCut } from './power-cut.js';
import { race } from './race.js';
import { redeliver } from './redeliver.js';
import { restart } from './restart.js';
import { resume } from './resume.js';
import { seed } from './seed.js';
import { settle } from './settle.js';
import { expectExit, signal } from './signal.js';
import { waitFor } from './wait-for.js';

type StepName = Step['do'];

type Performer<K extends StepName> = (play: Play, step: StepOf<K>) => Promise<void> | void;

const PERFORMERS: { readonly [K in StepName]: Performer<K> } = {
  deliver,
  redeliver,
  'deliver-many': deliverMany,
  resume,
  seed,
  'start-instance': startInstance,
  'pause-instance': pauseInstance,
  'resume-instance': resumeInstance,
  hold,
  release,
  'silence-heartbeats': notBuilt('heartbeats between instances'),
  'skew-clock': skewClock,
  crash,
  'power-cut': powerCut,
  restart,
  signal,
  'expect-exit': expectExit,
  rebalance,
  store,
  kafka,
  'advance-clock': advanceClock,
  'wait-for': waitFor,
  race: (play, step) => race(play, step, perform),
  'health-check': healthCheck,
  reconcile: notBuilt('the command reconcile'),
  settle,
};

/** Does one step of a scenario, to its end. @throws when it cannot be done or its condition cannot come to hold */
export async function perform(play: Play, step: Step): Promise<void> {
  await performAs(step.do, play, step);
}

function performAs<K extends StepName>(name: K, play: Play, step: StepOf<K>): Promise<void> | void {
  return PERFORMERS[name](play, step);
}

function notBuilt(what: string): () => never {
  return () => {
    throw new Error(`the product does not have ${what} yet`);
  };
}
