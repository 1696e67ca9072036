import type { JsonObject } from '@aip-hermes/aip';
import type { ApprovalAnswerApplied, ApprovalAnswerRejected, ApprovalRequested } from '../events/approval.js';
import { appliedResultOf, rejectedResultOf, requiresHumanResultOf } from '../result/prompt-result.js';
import { chunkDraft } from './chunk.js';
import type { Draft } from './draft.js';
import type { RowContext } from './read-context.js';
import { errorAt, outputFactsAt, truncatedAt } from './read-ending.js';
import { settlesAt } from './read-invocation.js';
import { countAt, objectAt } from './read-json.js';
import { resultReplies } from './reply.js';

/** SPEC A1: the prompt's chunk, then RequiresHuman for everyone who waited. */
export function projectApprovalRequested(
  actionId: string,
  context: RowContext,
  data: JsonObject,
): readonly Draft[] {
  const provider = objectAt(data['provider'], 'provider');
  const truncated = truncatedAt(data['truncated']);
  const sequence = countAt(data['sequence'], 'sequence');
  const settles = settlesAt(data['settles']);
  const requested = {
    sequence,
    generation: countAt(data['generation'], 'generation'),
    provider,
    ...truncated,
    output: outputFactsAt(data['output']),
  } satisfies Partial<ApprovalRequested>;
  const chunk = {
    sequence,
    kind: 'pending_approval',
    event: provider,
    truncated: data['truncated'],
  } as const;
  return [
    ...chunkDraft(actionId, context, chunk),
    ...resultReplies(actionId, settles, requiresHumanResultOf(requested)),
  ];
}

/** SPEC A5: an answer taken while another prompt is open settles its resume with that prompt. */
export function projectAnswerApplied(actionId: string, data: JsonObject): readonly Draft[] {
  const applied = {
    next_sequence: countAt(data['next_sequence'], 'next_sequence'),
    output: outputFactsAt(data['output']),
  } satisfies Partial<ApprovalAnswerApplied>;
  return resultReplies(actionId, settlesAt(data['settles']), appliedResultOf(applied));
}

/** SPEC A5: an answer definitely not taken fails its resume. */
export function projectAnswerRejected(actionId: string, data: JsonObject): readonly Draft[] {
  const rejected = {
    next_sequence: countAt(data['next_sequence'], 'next_sequence'),
    output: outputFactsAt(data['output']),
    error: errorAt(data['error'], 'error'),
  } satisfies Partial<ApprovalAnswerRejected>;
  return resultReplies(actionId, settlesAt(data['settles']), rejectedResultOf(rejected));
}
