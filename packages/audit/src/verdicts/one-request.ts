import type { CaseFile } from '../case-file.js';
import { invocationAt, type SeenInvocation } from '../invocation-at.js';
import { counted } from '../counted.js';
import { judge } from '../judge.js';
import { textAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/**
 * G5: one request stands behind the Action, and what was refused left the binding untouched (SPEC B3, B7, I10, A4).
 * That a refused request really differed cannot be seen: a refusal keeps no copy of it.
 */
export function oneRequest(file: CaseFile): Verdict {
  const breaches = [...requests(file), ...invocations(file), ...refusals(file), ...answers(file)];
  const what =
    file.steps.length === 0 ? 'there is no binding' : 'one request, and every invocation belongs to it';
  const refused = file.refusals.length;
  const beside =
    refused === 0
      ? 'no command was refused'
      : `${counted(refused, 'refused command')} left the binding untouched`;
  const holds = `${what}; ${beside}`;
  return judge('G5', { breaches, holds, gap: file.gap });
}

function requests({ steps, sourceId }: CaseFile): readonly string[] {
  return steps.flatMap(({ row, data }) => {
    // What a damaged row says is no evidence; G12 names it.
    if (row.type !== 'OperatorRunRequested' || row.damage !== undefined) return [];
    if (row.revision > 0) return [`revision ${row.revision}: the run was requested a second time`];
    return textAt(data, 'action_id') === sourceId
      ? []
      : ['the request is about another Action than its stream'];
  });
}

function invocations({ steps, sourceId }: CaseFile): readonly string[] {
  return steps.flatMap(({ row, data }) => {
    if (row.type !== 'InvocationAccepted') return [];
    const invocation = invocationAt(data, 'invocation');
    if (invocation === null || belongs(invocation, sourceId)) return [];
    return [`revision ${row.revision}: an invocation of another Action was accepted`];
  });
}

/** Only a resume has an Action id of its own. A replay may repeat either. */
function belongs({ role, actionId }: SeenInvocation, sourceId: string | null): boolean {
  if (role === 'resume') return actionId !== sourceId;
  return role === 'replay' || actionId === sourceId;
}

function refusals({ steps, refusals }: CaseFile): readonly string[] {
  const accepted = new Set(
    steps.flatMap(({ row, data }) =>
      row.type === 'InvocationAccepted' ? (invocationAt(data, 'invocation')?.messageId ?? []) : [],
    ),
  );
  return refusals.flatMap(({ row, data }) => {
    const id = invocationAt(data, 'invocation')?.messageId;
    return id !== undefined && accepted.has(id)
      ? [`the command refused at ${row.revision} of the rejections is in the binding, too`]
      : [];
  });
}

/** Every claimed answer repeats the resume that its own stream holds (DESIGN 3.2 fence 5). */
function answers({ steps, resumes, sourceId }: CaseFile): readonly string[] {
  const byAction = new Map(
    resumes.map((resume) => [invocationAt(resume.data, 'invocation')?.actionId ?? '', resume.data]),
  );
  const breaches = steps.flatMap(({ row, data }) =>
    row.type === 'ApprovalAnswerClaimed' ? answerBreach(row.revision, data, byAction) : [],
  );
  if (sourceId !== null && byAction.has(sourceId)) breaches.push('the Action id is a source and a resume');
  const foreign = [...byAction.values()].some((data) => textAt(data, 'source_action_id') !== sourceId);
  return sourceId !== null && foreign ? [...breaches, 'an answer here belongs to another source'] : breaches;
}

function answerBreach(
  revision: number,
  data: Step['data'],
  byAction: ReadonlyMap<string, Step['data']>,
): readonly string[] {
  const resume = byAction.get(textAt(data, 'action_id') ?? '');
  if (resume === undefined) return [`revision ${revision}: an answer whose resume was never received`];
  const same = ['request_fingerprint', 'choice', 'resolve_all'].every((name) => data[name] === resume[name]);
  return same ? [] : [`revision ${revision}: the answer is not the one its resume asked for`];
}
