import type { Json } from '@aip-hermes/aip';
import type { DelegationRef, Invocation, InvocationMode, InvocationRole } from '../invocation.js';
import { partyAt } from './party.js';
import { objectAt, textAt, textOrNullAt } from './read-json.js';
import { Unmappable } from './unmappable.js';

/** Reads the reply address of one command. */
export function invocationAt(value: Json | undefined, what: string): Invocation {
  const object = objectAt(value, what);
  const text = (member: string): string => textAt(object[member], `${what}.${member}`);
  const optional = (member: string): string | null => textOrNullAt(object[member], `${what}.${member}`);
  return {
    message_id: text('message_id'),
    action_id: text('action_id'),
    role: roleAt(text('role')),
    mode: modeAt(text('mode')),
    correlation_id: optional('correlation_id'),
    session_id: optional('session_id'),
    reply_to: partyAt(object['reply_to'], `${what}.reply_to`),
    traceparent: optional('traceparent'),
    delegation: delegationAt(object['delegation'], `${what}.delegation`),
  };
}

/** Reads the list of everyone who is told by an event. */
export function settlesAt(value: Json | undefined): readonly Invocation[] {
  if (!Array.isArray(value)) throw new Unmappable('settles is not a list');
  return value.map((one: Json, index) => invocationAt(one, `settles[${index}]`));
}

function delegationAt(value: Json | undefined, what: string): DelegationRef | null {
  if (value === undefined || value === null) return null;
  const object = objectAt(value, what);
  return {
    delegation_id: textAt(object['delegation_id'], `${what}.delegation_id`),
    parent_action_id: textAt(object['parent_action_id'], `${what}.parent_action_id`),
    child_action_id: textAt(object['child_action_id'], `${what}.child_action_id`),
  };
}

function roleAt(role: string): InvocationRole {
  if (role === 'source' || role === 'resume' || role === 'replay' || role === 'delegation') return role;
  throw new Unmappable('the role of an invocation is unknown');
}

function modeAt(mode: string): InvocationMode {
  if (mode === 'sync' || mode === 'async' || mode === 'streaming') return mode;
  throw new Unmappable('the mode of an invocation is unknown');
}
