import type { OperatorAction } from './operator-action.js';
import { parseOperatorInput } from './parse-operator-input.js';

/** Said to the model beside every objective (SPEC I6); text, since the provider takes nothing else. */
const EXECUTION_CONTRACT = {
  downstream_action_ids: 'The AIP server assigns a new Action id to every call. Never choose one yourself.',
  operator_action_id: 'This run belongs to an operator Action. Never use the id of that Action for a call.',
  candidate_capabilities: 'Hints only. They neither admit nor authorise a call.',
  constraints: 'Limits of this task. They never widen what policy allows.',
};

/**
 * The provider's `input` text of a direct objective: JSON of kind `aip_operator_objective` (SPEC I6). It does
 * not hold the Action id. Throws TypeError for an Action that is not an admitted objective.
 */
export function operatorInput(action: OperatorAction): string {
  const parsed = parseOperatorInput(action.input);
  if (parsed.kind !== 'objective') throw new TypeError('only an admitted objective has a provider input');
  return JSON.stringify({
    kind: 'aip_operator_objective',
    objective: parsed.objective,
    context: parsed.context,
    candidate_capabilities: parsed.candidate_capabilities,
    constraints: parsed.constraints,
    execution_contract: EXECUTION_CONTRACT,
  });
}

/** UTF-8 bytes of the provider's `input` text; held to `effectiveInputLimit` before the claim (SPEC I8). */
export function providerInputBytes(action: OperatorAction): number {
  return Buffer.byteLength(operatorInput(action));
}
