import type { JsonObject } from '../json.js';

/** Outcomes of a call that was not run. */
export type NotRun = 'refused' | 'unanswered' | 'unreachable';

/** What every refusal goes on with. */
const DO_NOT =
  'The user has NOT consented to this action. Do NOT retry this command, do NOT rephrase it, and do NOT attempt the ' +
  'same outcome via a different command. Stop the current workflow and wait for the user to respond before taking ' +
  'any further destructive or irreversible action.';

/** What a call tells the model that asks where nobody can be asked: inside a delegation (5.4). */
const NOBODY_TO_ASK = 'This command needs an approval that cannot be asked for here. It was not run.';

/** The result of a call that was not run. */
export function refusedContent(outcome: NotRun): JsonObject {
  const status = outcome === 'unreachable' ? 'pending_approval' : 'blocked';
  return { output: '', exit_code: -1, error: reason(outcome), status };
}

function reason(outcome: NotRun): string {
  switch (outcome) {
    case 'refused':
      return `BLOCKED: Command denied by user. ${DO_NOT}`;
    case 'unanswered':
      return `BLOCKED: Command timed out without user response. ${DO_NOT} Silence is not consent.`;
    case 'unreachable':
      return NOBODY_TO_ASK;
  }
}
