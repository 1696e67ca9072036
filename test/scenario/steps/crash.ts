import { commandAction } from '../../points/command-action.js';
import type { StepOf } from '../file/scenario.js';
import { runTo } from './at-point.js';
import type { Play } from './play.js';

/** `crash`: kills a process, or all of them, without warning. */
export async function crash(play: Play, step: StepOf<'crash'>): Promise<void> {
  const { world } = play;
  const { instance, at, nth, sequence } = step;
  const only = at === undefined ? null : world.run.crashOnlyFor;
  const victims = instance === undefined ? null : [world.instance(instance)];
  if (at !== undefined) {
    const held = await runTo(world, at, { instance, nth, sequence, actions: only });
    if (held.point === 'after-publish') forgetOffset(play, held.about.action);
  }
  for (const victim of victims ?? world.living) world.kill(victim);
}

/** The offset of the command whose result is published counts as not committed. */
function forgetOffset({ world }: Play, action: string | null): void {
  const { topic } = world.bus;
  const record = topic.all.find(({ value }) => commandAction(value) === action);
  if (record === undefined) return;
  topic.setCommitted(record.partition, Math.min(record.offset, topic.committed(record.partition)));
}
