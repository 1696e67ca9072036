import type { ExitName } from '../exit-code.js';
import { objectAt, textAt, type Loose, type Published } from './published.js';

/** What a published message means for who waits for an Action. */
export type Reply =
  /** A chunk of the run. */
  | { readonly kind: 'chunk' }
  /** An ack that promises an answer, or something unknown. */
  | { readonly kind: 'promise' }
  /** A cancel was taken. */
  | { readonly kind: 'accepted' }
  /** The run waits for a person. */
  | { readonly kind: 'requires_human'; readonly actionId: string }
  /** The end, or a refusal. `end` names the exit code. */
  | {
      readonly kind: 'end';
      readonly actionId: string | null;
      readonly end: ExitName;
      readonly rejectingAck: boolean;
    };

const PROMISE: Reply = { kind: 'promise' };

/** Reads a message as a reply. */
export function replyOf({ topic, value }: Published): Reply {
  if (topic !== 'results') return { kind: 'chunk' };
  const body = objectAt(value, 'body');
  const result = objectAt(body, 'action_result');
  if (result !== null) return resultReply(textAt(result, 'action_id'), result);
  const delegated = objectAt(body, 'delegation_result');
  if (delegated !== null) return resultReply(textAt(delegated, 'child_action_id'), delegated);
  const ack = objectAt(body, 'ack');
  if (ack !== null) {
    const status = textAt(ack, 'status');
    if (status !== 'rejected') return status === 'accepted' ? { kind: 'accepted' } : PROMISE;
    return { kind: 'end', actionId: textAt(ack, 'action_id'), end: 'failed', rejectingAck: true };
  }
  if (objectAt(body, 'error') !== null)
    return { kind: 'end', actionId: null, end: 'failed', rejectingAck: false };
  return PROMISE;
}

function resultReply(actionId: string | null, result: Loose): Reply {
  const ended = (end: ExitName): Reply => ({ kind: 'end', actionId, end, rejectingAck: false });
  switch (textAt(result, 'status')) {
    case 'completed':
      return ended('good');
    case 'cancelled':
      return ended('cancelled');
    case 'failed':
      return ended(
        textAt(objectAt(result, 'error'), 'code')?.endsWith('outcome_unknown') === true
          ? 'outcome_unknown'
          : 'failed',
      );
    case 'requires_human':
    case 'pending_approval':
      return { kind: 'requires_human', actionId: actionId ?? '' };
    default:
      return PROMISE;
  }
}
