import type { AnyJson, AnyJsonObject } from '@aip-hermes/aip';
import { formatTimestamp } from '@aip-hermes/aip';
import { commandAction } from '../../points/command-action.js';
import { memberAt } from '../../points/member-at.js';
import { jsonText } from '../file/json-text.js';
import type { StepOf } from '../file/scenario.js';
import type { CommandRecord, NewRecord } from '../world/command-topic.js';
import type { World } from '../world/world.js';
import type { Play } from './play.js';

/** `deliver`: one record on the command topic. */
export function deliver(play: Play, step: StepOf<'deliver'>): void {
  const { world } = play;
  const { partition = 0, headers = {} } = step;
  const value = valueOf(world, step);
  if (step.to !== undefined) giveTo(world, partition, step.to);
  const key = step.key ?? commandAction(value);
  place(play, { partition, key, value, headers, isRedelivery: false });
}

/** Puts a record on the topic and remembers what it is about. */
export function place(play: Play, record: NewRecord): CommandRecord {
  const { world } = play;
  const stored = world.bus.topic.put(record, world.scheduler.monotonic(), world.scheduler.now());
  play.lastRecord = stored;
  world.decisions.add(stored);
  note(play, stored);
  return stored;
}

/** A partition goes to a process unless it has it. */
export function giveTo(world: World, partition: number, to: string): void {
  world.instance(to);
  if (world.bus.topic.owner(partition) !== to) world.bus.reassign(partition, to);
}

/** The bytes of an envelope that is sent now, or was `ageMs` ago. */
export function envelopeBytes(world: World, envelope: AnyJsonObject, ageMs = 0): Uint8Array {
  const sent: AnyJson = { ...envelope, sent_at: formatTimestamp(world.scheduler.now() - ageMs) };
  return new TextEncoder().encode(jsonText(sent));
}

function valueOf(world: World, step: StepOf<'deliver'>): Uint8Array | null {
  if (step.message !== undefined) return envelopeBytes(world, step.message, step.ageMs);
  if (step.file === undefined) return null;
  const bytes = world.run.files.get(step.file);
  if (bytes === undefined) throw new Error(`the file ${step.file} was not read`);
  return bytes;
}

function note(play: Play, { value }: CommandRecord): void {
  if (value === null) return;
  const text = new TextDecoder().decode(value);
  const action = commandAction(value);
  if (action === null) return;
  play.firstAction ??= action;
  const input = memberAt(text, ['body', 'action', 'input']);
  if (typeof input === 'object' && input !== null && Object.hasOwn(input, 'resume'))
    play.resumes.push(action);
  else if (memberAt(text, ['body', 'action']) !== undefined) {
    if (!play.sources.includes(action)) play.sources.push(action);
  } else if (memberAt(text, ['body', 'cancel']) !== undefined) {
    play.cancels.push(String(memberAt(text, ['message_id'])));
  }
}
