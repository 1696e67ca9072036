import type { ActionResult, ProtocolError } from '@aip-hermes/aip';
import type { StoredResult } from '../events/beside.js';

/** An ActionResult in fixed member order, unset members absent (aip section 8). */
export interface ActionResultBody {
  readonly action_id: string;
  readonly status: ActionResult['status'];
  readonly [member: string]: unknown;
}

/**
 * A stored result under an Action id (SPEC R4, R5, G4): everything but the id is the same for everyone who gets it.
 * The verified end of a delegated run is the child's native result under that id (D10).
 */
export function actionResult(actionId: string, result: StoredResult): ActionResultBody {
  if (result.child_result !== undefined && result.child_result !== null) {
    return { ...result.child_result, action_id: actionId } as unknown as ActionResultBody;
  }
  return {
    action_id: actionId,
    status: result.status,
    ...(result.output !== null && { output: result.output }),
    ...(result.message.length > 0 && { message: result.message }),
    ...(result.error !== null && { error: result.error }),
  };
}

/** A failed result that has nothing but its error (SPEC M8). */
export function failedResult(actionId: string, error: ProtocolError): ActionResultBody {
  return { action_id: actionId, status: 'failed', error };
}
