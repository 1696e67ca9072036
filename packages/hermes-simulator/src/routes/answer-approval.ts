import { errorAnswer, internalErrorPage, jsonAnswer, runNotFound, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { parsePythonJson } from '../http/parse-python-json.js';
import { truthy } from '../http/truthy.js';
import { isJsonObject, type Json } from '../json.js';
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

/** `POST /v1/runs/{id}/approval`: 404, JSON, choice, 409, in this order; FIFO; no request id in profile B (6.3). */
export function answerApproval({ state, process, id, body }: Exchange): Answer {
  const run = process.runs.get(id);
  if (run === undefined) return runNotFound(id);
  const parsed = body.bytes === undefined ? undefined : parsePythonJson(body.bytes);
  if (parsed === undefined) return errorAnswer(400, 'Invalid JSON', null);
  if (!isJsonObject(parsed)) return internalErrorPage();
  const given = typeof parsed['choice'] === 'string' ? parsed['choice'].trim().toLowerCase() : '';
  const choice = Object.hasOwn(CHOICES, given) ? CHOICES[given] : undefined;
  if (choice === undefined)
    return errorAnswer(
      400,
      'Invalid approval choice; expected one of: once, session, always, deny',
      'invalid_approval_choice',
    );
  if (run.finished() || !run.controllable)
    return errorAnswer(409, `Run has no active approval session: ${id}`, 'approval_not_active');
  const counts = state.profile.resolveAll === 'any-value' ? truthy : saysYes;
  const all = counts(parsed['all']) || counts(parsed['resolve_all']);
  const resolved = run.approvals.answer(choice, all);
  if (resolved === 0) return errorAnswer(409, `Run has no pending approval: ${id}`, 'approval_not_pending');
  run.emit('approval.responded', { choice, resolved });
  // Even a stopping run shows `running` again (6.5).
  run.update({ status: 'running' });
  return jsonAnswer(200, { object: 'hermes.run.approval_response', run_id: id, choice, resolved });
}

function saysYes(value: Json | undefined): boolean {
  if (typeof value === 'string') return ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase());
  return value === true;
}
