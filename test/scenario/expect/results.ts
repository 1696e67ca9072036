import type { AnyJson } from '@aip-hermes/aip';
import { memberAt } from '../../points/member-at.js';
import { contains } from '../file/contains.js';
import { isObject, readJson } from '../file/json-text.js';
import { bounded, forEach, same, type ChecksOf } from './check.js';
import { sourceOf, type Ending } from './ending.js';
import type { Result } from './replies.js';

/** Published results: status, code, order. */
export const RESULT_CHECKS: ChecksOf<
  | 'result'
  | 'resultIsNot'
  | 'resultOneOf'
  | 'sourceResults'
  | 'resultPerAction'
  | 'resultOf'
  | 'resultsOf'
  | 'resumeResult'
  | 'resultsVisible'
  | 'code'
  | 'codeOf'
  | 'sameErrorOf'
  | 'cancelReply'
  | 'cancelReplyIsNot'
  | 'published'
> = {
  result: (ending, expected) => same(lastOf(ending, sourceOf(ending))?.status, expected),
  resultIsNot: (ending, expected) => {
    const last = lastOf(ending, sourceOf(ending));
    if (last === null) return 'cannot be told: the source Action has no result';
    return last.status === expected ? `is ${expected} all the same` : null;
  },
  resultOneOf: (ending, expected) => {
    const last = lastOf(ending, sourceOf(ending));
    const fits = expected.some(
      ({ result, code }) =>
        (result === undefined || last?.status === result) &&
        (code === undefined || isCode(last?.code ?? null, code)),
    );
    return fits
      ? null
      : `is ${last?.status ?? 'nothing'} with code ${last?.code ?? 'none'}, expected one of ${JSON.stringify(expected)}`;
  },
  sourceResults: (ending, expected) => same(statusesOf(ending, sourceOf(ending)), expected),
  resultPerAction: (ending, expected) => {
    for (const action of ending.play.sources) {
      const wrong = same(lastOf(ending, action)?.status, expected);
      if (wrong !== null) return `of ${action} ${wrong}`;
    }
    return null;
  },
  resultOf: (ending, expected) =>
    forEach(expected, (action, status) => same(lastOf(ending, action)?.status, status)),
  resultsOf: (ending, expected) =>
    forEach(expected, (action, statuses) => same(statusesOf(ending, action), statuses)),
  resumeResult: (ending, expected) => {
    const resume = ending.play.resumes.at(-1);
    if (resume === undefined) return 'cannot be told: no resume was delivered';
    return same(lastOf(ending, resume)?.status, expected);
  },
  resultsVisible: bounded((ending) => resultsOf(ending, sourceOf(ending)).length),
  code: (ending, expected) => codeIs(ending, sourceOf(ending), expected),
  codeOf: (ending, expected) => forEach(expected, (action, code) => codeIs(ending, action, code)),
  sameErrorOf: (ending, expected) => {
    const errors = expected.map((action) => errorOf(ending, action, expected));
    const missing = expected.filter((_, index) => errors[index] === null);
    if (missing.length > 0) return `cannot be told: the last result of ${missing.join(', ')} has no error`;
    const differs = errors.findIndex((error) => error !== errors[0]);
    return differs < 0 ? null : `differs: ${errors[0]} and ${errors[differs]}`;
  },
  cancelReply: (ending, expected) => same(cancelReply(ending), expected),
  cancelReplyIsNot: (ending, expected) => {
    const reply = cancelReply(ending);
    if (reply === null) return 'cannot be told: the cancel has no reply';
    return reply === expected ? `is ${expected} all the same` : null;
  },
  published: ({ messages }, expected) => {
    const bodies = messages.map(({ bytes }) => readJson(bytes));
    const missing = expected.filter(
      (wanted) => !bodies.some((read) => read.kind === 'ok' && contains(bodyOf(read.value), wanted)),
    );
    return missing.length === 0 ? null : `: no published body contains ${JSON.stringify(missing[0])}`;
  },
};

/** Every published result of an Action, in order. */
function resultsOf({ results }: Ending, actionId: string): readonly Result[] {
  return results.filter((result) => result.actionId === actionId);
}

/** The last one; null when there is none. */
export function lastOf(ending: Ending, actionId: string): Result | null {
  return resultsOf(ending, actionId).at(-1) ?? null;
}

function statusesOf(ending: Ending, actionId: string): readonly string[] {
  return resultsOf(ending, actionId).map(({ status }) => status);
}

function codeIs(ending: Ending, actionId: string, expected: string): string | null {
  const code = lastOf(ending, actionId)?.code ?? null;
  return isCode(code, expected) ? null : `is ${code ?? 'nothing'}, expected ${expected}`;
}

function isCode(code: string | null, expected: string): boolean {
  if (code === null) return false;
  return expected.includes('.') ? code === expected : code.split('.').at(-1) === expected;
}

function errorOf(ending: Ending, actionId: string, ids: readonly string[]): string | null {
  const text = lastOf(ending, actionId)?.message.text ?? '';
  const error = memberAt(text, ['body', 'action_result', 'error']);
  if (typeof error !== 'object' || error === null) return null;
  // Longer ids first: one may be the beginning of another.
  const longest = [...ids].sort((a, b) => b.length - a.length);
  return longest.reduce((json, id) => json.replaceAll(id, '<id>'), JSON.stringify(error));
}

function cancelReply({ messages, play }: Ending): string | null {
  const cancel = play.cancels.at(-1);
  const reply = messages.filter(({ text }) => memberAt(text, ['in_response_to']) === cancel).at(-1);
  if (cancel === undefined || reply === undefined) return null;
  const ack = memberAt(reply.text, ['body', 'ack', 'status']);
  if (typeof ack === 'string') return ack;
  return memberAt(reply.text, ['body', 'error']) === undefined ? null : 'error';
}

function bodyOf(envelope: AnyJson): AnyJson | undefined {
  return isObject(envelope) ? envelope['body'] : undefined;
}
