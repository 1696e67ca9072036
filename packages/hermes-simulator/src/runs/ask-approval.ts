import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../json.js';
import type { ApprovalChoice, ApprovalScript } from '../script/script.js';
import type { ApprovalOutcome } from './approvals.js';
import { seconds } from './run.js';
import type { Worker } from './worker.js';

/** What the guard takes between the start of a tool and its question. */
const GUARD_MS = 2;

/**
 * Asks, sets `waiting_for_approval` and waits. A pattern allowed before is not asked again.
 * The status is left as it is after a timeout: sticky, as on the real server (6.5).
 */
export async function askApproval(worker: Worker, question: ApprovalScript): Promise<ApprovalOutcome> {
  const { run } = worker;
  // Inside a delegation nobody is asked, whatever the parent was allowed (5.4).
  if (worker.depth > 0) return 'unreachable';
  if (run.approvals.allows(question.patternKey)) return 'session';
  await run.clock.sleep(GUARD_MS);
  const requestId = randomBytes(16).toString('hex');
  const payload: JsonObject = {
    command: question.command,
    pattern_key: question.patternKey,
    pattern_keys: [question.patternKey],
    description: question.description,
    ...worker.profile.approvalFlags,
    ...(question.smartDenied === true || question.allowPermanent === false ? { allow_permanent: false } : {}),
    ...(question.smartDenied === true ? { smart_denied: true } : {}),
    ...(worker.profile.requestIds ? { request_id: requestId } : {}),
    // The envelope comes after the payload here (5.3).
    event: 'approval.request',
    run_id: run.start.id,
    timestamp: seconds(run.clock.now()),
    choices: question.choices ?? defaultChoices(question),
  };
  const outcome = run.approvals.wait(
    question.patternKey,
    requestId,
    question.timeoutMs ?? worker.approvalTimeoutMs,
  );
  run.emitObject('approval.request', payload);
  run.update({
    status: 'waiting_for_approval',
    ...(worker.profile.requestIds ? { approval: payload } : {}),
  });
  return outcome;
}

/** What is offered (6.2): nothing for ever without permission for it, only this once after a judge's no. */
function defaultChoices(question: ApprovalScript): readonly ApprovalChoice[] {
  if (question.smartDenied === true) return ['once', 'deny'];
  return question.allowPermanent === false
    ? ['once', 'session', 'deny']
    : ['once', 'session', 'always', 'deny'];
}

/** Whether the guarded thing may run. */
export function isAllowed(outcome: ApprovalOutcome): boolean {
  return outcome === 'once' || outcome === 'session' || outcome === 'always';
}
