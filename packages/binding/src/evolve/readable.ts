/*
 * What the fold reads of an event is checked before anything is changed: a stream may hold what no decision ever
 * wrote, and evolve must not throw on it (DESIGN 3.1). Members the fold does not read are not looked at.
 */

import type { ApprovalChoice } from '../events/approval.js';

/** A text, possibly empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A text that can serve as an id. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A text, or null. */
export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** A sequence, generation or count: an exact integer from 0 that has an exact successor. */
export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < Number.MAX_SAFE_INTEGER;
}

/** A JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON object, or null. */
export function isObjectOrNull(value: unknown): value is Readonly<Record<string, unknown>> | null {
  return value === null || isObject(value);
}

/** A list whose members all pass `check`. */
export function isListOf(value: unknown, check: (member: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every((member) => check(member));
}

/** A principal's id and kind (SPEC B7). */
export function isCaller(value: unknown): boolean {
  return isObject(value) && isText(value['id']) && isText(value['kind']);
}

/** An invocation with the members that folding and replying rest on. */
export function isInvocation(value: unknown): boolean {
  return (
    isObject(value) &&
    isId(value['message_id']) &&
    isText(value['action_id']) &&
    isText(value['role']) &&
    isText(value['mode']) &&
    isCaller(value['reply_to'])
  );
}

/** A list `settles`. */
export function isSettles(value: unknown): boolean {
  return isListOf(value, isInvocation);
}

/** A protocol error with the members a person is shown. */
export function isError(value: unknown): boolean {
  return isObject(value) && isText(value['code']) && isText(value['message']) && isText(value['category']);
}

/** A list `truncated`, or none (SPEC R6). */
export function isTruncatedOrAbsent(value: unknown): boolean {
  return value === undefined || isListOf(value, isTruncation);
}

/** One of the four answers (SPEC I3). */
export function isChoice(value: unknown): value is ApprovalChoice {
  return value === 'once' || value === 'session' || value === 'always' || value === 'deny';
}

/** The members of SPEC R1 as a settling event carries them. */
export function isOutputFacts(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['endpoint_id']) &&
    isTextOrNull(value['run_id']) &&
    isText(value['session_id']) &&
    isText(value['source_action_id']) &&
    isTextOrNull(value['delegation_id']) &&
    isTextOrNull(value['parent_action_id']) &&
    isText(value['status']) &&
    isTextOrNull(value['last_event']) &&
    isObjectOrNull(value['pending_approval'])
  );
}

function isTruncation(value: unknown): boolean {
  return isObject(value) && isText(value['path']) && isCount(value['bytes']) && isText(value['sha256']);
}
