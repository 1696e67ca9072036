import type { Policy } from '../policy/policy.js';
import { instructionsOf } from './instructions.js';
import type { OperatorAction } from './operator-action.js';
import { operatorInput } from './operator-input.js';

/** What starts a run: the Action is the client's, everything else the deployment's (SPEC I7, I9). */
export interface StartBodyParts {
  readonly action: OperatorAction;
  readonly policy: Pick<Policy, 'model' | 'system_instructions'>;
}

/** The provider session of a run; fresh for every Action, so no two runs share one (SPEC I7). */
export function sessionIdOf(actionId: string): string {
  return `aip-operator-${actionId}`;
}

/**
 * JSON body of `POST /v1/runs` (SPEC I7): one text as `input`, instructions and model by policy only. Throws
 * TypeError as `operatorInput` does; admitted Actions never make it throw.
 */
export function startBody({ action, policy }: StartBodyParts): string {
  return JSON.stringify({
    input: operatorInput(action),
    instructions: instructionsOf(policy.system_instructions),
    session_id: sessionIdOf(action.id),
    ...(policy.model === null ? {} : { model: policy.model }),
  });
}
