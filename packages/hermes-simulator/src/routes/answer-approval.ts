import { errorAnswer, internalErrorPage, jsonAnswer, runNotFound, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { parsePythonJson } from '../http/parse-python-json.js';
import { truthy } from '../http/truthy.js';
import { isJsonObject, type Json } from '../json.js';
import { findRun } from './find-run.js';
import type { ApprovalChoice } from '../script/script.js';

const CHOICES: Readonly<Record<string, ApprovalChoice>> = {
  once: 'once',
  session: 'session',
  always: 'always',
  deny: 'deny',
  approve: 'once',
  approved: 'once',
  allow: 'once',
};

/** `POST /v1/runs/{id}/approval`: 404, JSON, choice, 409, in this order; FIFO without a request id (6.3). */
export function answerApproval(exchange: Exchange): Answer {
  const { state, id, body } = exchange;
  const found = findRun(exchange);
  if (found === undefined) return runNotFound(id);
  const parsed = body.bytes === undefined ? undefined : parsePythonJson(body.bytes);
  if (parsed === undefined) return errorAnswer(400, 'Invalid JSON', null);
  if (!isJsonObject(parsed)) return internalErrorPage();
  const given = typeof parsed['choice'] === 'string' ? parsed['choice'].trim().toLowerCase() : '';
  const choice = Object.hasOwn(CHOICES, given) ? CHOICES[given] : undefined;
  if (choice === undefined)
    return errorAnswer(
      400,
      `Invalid approval choice; expected one of: ${state.profile.choiceList}`,
      'invalid_approval_choice',
    );
  const named = state.profile.requestIds ? parsed['request_id'] : undefined;
  if (named !== undefined && !isRequestId(named))
    return errorAnswer(400, 'Approval request_id is invalid.', 'invalid_approval_request');
  const run = found.kind === 'memory' ? found.run : undefined;
  if (run === undefined || run.finished() || !run.controllable)
    return errorAnswer(409, `Run has no active approval session: ${id}`, 'approval_not_active');
  const counts = state.profile.resolveAll === 'any-value' ? truthy : saysYes;
  const all = counts(parsed['all']) || counts(parsed['resolve_all']);
  const resolved = run.approvals.answer(choice, all, named);
  if (resolved === 0) return errorAnswer(409, `Run has no pending approval: ${id}`, 'approval_not_pending');
  const answered = { choice, ...(named === undefined ? {} : { request_id: named }), resolved };
  run.emit('approval.responded', { ...answered });
  // Even a stopping run shows `running` again (6.5).
  run.update({ status: 'running' });
  return jsonAnswer(200, { object: 'hermes.run.approval_response', run_id: id, ...answered });
}

/** 1 to 256 characters (6.3). */
function isRequestId(value: Json): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256;
}

function saysYes(value: Json | undefined): boolean {
  if (typeof value === 'string') return ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase());
  return value === true;
}
