import type { Json, JsonObject } from '@aip-hermes/aip';
import { asObject, listAt, objectAt, textAt } from './json-at.js';

/** The members of an invocation that verdicts rest on. */
export interface SeenInvocation {
  readonly messageId: string;
  readonly actionId: string;
  readonly role: string;
  readonly isDelegation: boolean;
}

/** The invocation in a member of an event, or null when there is none that can be read. */
export function invocationAt(data: JsonObject, member: string): SeenInvocation | null {
  return invocationOf(data[member]);
}

/** The readable invocations that an event settles, in the order recorded (SPEC R5). */
export function settlesOf(data: JsonObject): readonly SeenInvocation[] {
  return listAt(data, 'settles').flatMap((value) => invocationOf(value) ?? []);
}

function invocationOf(value: Json | undefined): SeenInvocation | null {
  const object = asObject(value);
  const messageId = textAt(object, 'message_id');
  const actionId = textAt(object, 'action_id');
  if (messageId === null || actionId === null) return null;
  const role = textAt(object, 'role') ?? '';
  return { messageId, actionId, role, isDelegation: objectAt(object, 'delegation') !== null };
}
