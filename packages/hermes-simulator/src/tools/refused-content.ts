import type { JsonObject } from '../json.js';

/** What a refused call tells the model. */
const DENIED =
  'BLOCKED: Command denied by user. The user has NOT consented to this action. Do NOT retry this command, do NOT ' +
  'rephrase it, and do NOT attempt the same outcome via a different command. Stop the current workflow and wait for ' +
  'the user to respond before taking any further destructive or irreversible action.';

/** What a call tells the model that asks where nobody can be asked: inside a delegation (5.4). */
const NOBODY_TO_ASK = 'This command needs an approval that cannot be asked for here. It was not run.';

/** The result of a call that a person refused, or that could not be asked for. */
export function refusedContent(outcome: 'refused' | 'unreachable'): JsonObject {
  return outcome === 'refused'
    ? { output: '', exit_code: -1, error: DENIED, status: 'blocked' }
    : { output: '', exit_code: -1, error: NOBODY_TO_ASK, status: 'pending_approval' };
}
