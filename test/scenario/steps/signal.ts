import type { StepOf } from '../file/scenario.js';
import { runTo } from './at-point.js';
import type { Play } from './play.js';

/** `signal`: SIGTERM to every process of the command service. */
export async function signal({ world }: Play, { at }: StepOf<'signal'>): Promise<void> {
  const held = at === undefined ? null : await runTo(world, at, {});
  for (const instance of world.living) if (instance.service !== 'projector') instance.terminate();
  held?.release();
}

/** `expect-exit`: runs until every process that got a signal has ended by itself. */
export async function expectExit({ world }: Play, step: StepOf<'expect-exit'>): Promise<void> {
  const signalled = world.starts.filter((instance) => instance.signalled);
  if (signalled.length === 0) throw new Error('no process got a signal');
  await world.scheduler.runUntil(
    () => signalled.every(({ exit }) => exit !== null),
    () => `${signalled.flatMap(({ name, exit }) => (exit === null ? [name] : [])).join(', ')} did not end`,
    step.withinMs,
  );
  for (const { name, exit } of signalled) {
    if (step.code !== undefined && exit?.code !== step.code) {
      throw new Error(`${name} ended with code ${exit?.code}, not ${step.code}: ${String(exit?.error)}`);
    }
  }
}
