import { sha256Hex } from '@aip-hermes/aip';
import { isOperatorActionId } from './provider-payload/operator-action-id.js';

/** Everything before the first `-` is the category, so categories hold none (DESIGN 3). */
const BINDINGS = 'aip.connector.hermes_agent.operator_runs.v1-';
const RESUMES = 'aip.connector.hermes_agent.operator_resumes.v1-';
const REPLAYS = 'aip.connector.hermes_agent.operator_replays.v1-';
const REJECTIONS = 'aip.connector.hermes_agent.operator_rejections.v1-';
const INSTANCES = 'aip.connector.hermes_agent.instances.v1-';

/** The snapshot of open bindings, one for the deployment (DESIGN 3). */
export const OPEN_BINDINGS_STREAM = 'aip.connector.hermes_agent.open_bindings.v1-all';

/** What a replay stream keeps (DESIGN 3, SPEC B8). */
export const REPLAY_RETENTION = { maxCount: 256, maxAgeMs: 24 * 60 * 60 * 1000 } as const;

/** What a rejection stream keeps (DESIGN 3). */
export const REJECTION_RETENTION = { maxCount: 256, maxAgeMs: 30 * 24 * 60 * 60 * 1000 } as const;

/** The stream of a source Action's binding. Throws TypeError when the id is not one of SPEC I10. */
export function bindingStream(actionId: string): string {
  return BINDINGS + checked(actionId);
}

/** The stream that makes a resume Action's id unique. Throws TypeError when the id is not one of SPEC I10. */
export function resumeStream(actionId: string): string {
  return RESUMES + checked(actionId);
}

/** The stream of a terminal Action's replays. Throws TypeError when the id is not one of SPEC I10. */
export function replayStream(actionId: string): string {
  return REPLAYS + checked(actionId);
}

/** Digits of the hash in a rejection stream's name. */
const REJECTION_DIGITS = 32;

/** The stream of commands refused under an Action id; the name is a hash, so any id is safe (SPEC I10). */
export function rejectionStream(actionId: string): string {
  return REJECTIONS + sha256Hex(actionId).slice(0, REJECTION_DIGITS);
}

/** The stream of a process start's heartbeats (DESIGN 3.3). */
export function instanceStream(instanceId: string): string {
  return INSTANCES + instanceId;
}

/** The source Action of a binding stream, or null when the name is not one. */
export function actionIdOfBindingStream(stream: string): string | null {
  if (!stream.startsWith(BINDINGS)) return null;
  const actionId = stream.slice(BINDINGS.length);
  return isOperatorActionId(actionId) ? actionId : null;
}

function checked(actionId: string): string {
  if (!isOperatorActionId(actionId)) throw new TypeError('an operator Action id (act_...) expected');
  return actionId;
}
