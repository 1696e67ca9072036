import { type AnyJson, type AnyJsonObject, isJsonNumber } from '@aip-hermes/aip';
import { commandAction } from '../../points/command-action.js';
import type { StepOf } from '../file/scenario.js';
import { envelopeBytes, place } from './deliver.js';
import type { Play } from './play.js';

/** `deliver-many`: copies of one envelope, each with ids of its own. */
export function deliverMany(play: Play, step: StepOf<'deliver-many'>): void {
  const { template, count, partition = 0, firstOffset } = step;
  for (let copy = 1; copy <= count; copy += 1) {
    const value = envelopeBytes(play.world, numbered(template, copy));
    place(play, {
      partition,
      key: commandAction(value),
      value,
      headers: {},
      isRedelivery: false,
      offset: copy === 1 ? firstOffset : undefined,
    });
  }
}

/** The envelope with `-copy` behind its ids. */
function numbered(template: AnyJsonObject, copy: number): AnyJsonObject {
  const suffix = `-${copy}`;
  const envelope = withSuffix(template, ['message_id', 'correlation_id'], suffix);
  const body = objectAt(envelope, 'body');
  const action = body === null ? null : objectAt(body, 'action');
  if (body === null || action === null) return envelope;
  return { ...envelope, body: { ...body, action: withSuffix(action, ['id', 'idempotency_key'], suffix) } };
}

function withSuffix(object: AnyJsonObject, members: readonly string[], suffix: string): AnyJsonObject {
  const changed = members.flatMap((member): (readonly [string, AnyJson])[] => {
    const value = object[member];
    return typeof value === 'string' ? [[member, value + suffix]] : [];
  });
  return { ...object, ...Object.fromEntries(changed) };
}

function objectAt(object: AnyJsonObject, member: string): AnyJsonObject | null {
  const value = object[member];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isJsonNumber(value)) return null;
  return value as AnyJsonObject;
}
