import type { Json, JsonObject, ProtocolError } from '@aip-hermes/aip';
import type { RefusalReply } from '../events/beside.js';
import type { Invocation } from '../invocation.js';
import { failedResult } from './action-result.js';
import { failedDelegation } from './delegation-result.js';
import type { Draft } from './draft.js';
import { errorAt } from './read-ending.js';
import { invocationAt } from './read-invocation.js';
import { objectAt, textAt } from './read-json.js';
import { storedResultAt } from './read-stored-result.js';
import { ackDraft, actionResultDraft, delegationResultDraft, errorDraft, resultReply } from './reply.js';
import { Unmappable } from './unmappable.js';

/** SPEC M1: an Action in mode async is told at once that it waits. A delegation is told only its end (M3). */
export function projectInvocationAccepted(actionId: string, data: JsonObject): readonly Draft[] {
  const invocation = invocationAt(data['invocation'], 'invocation');
  if (invocation.mode !== 'async' || invocation.delegation !== null) return [];
  return [ackDraft(actionId, invocation, 'queued', null)];
}

/** SPEC M4: the cancel command is told that it is recorded; one from the command line has nobody to tell. */
export function projectCancellationRequested(actionId: string, data: JsonObject): readonly Draft[] {
  if (data['reply'] === null || data['reply'] === undefined) return [];
  return [ackDraft(actionId, invocationAt(data['reply'], 'reply'), 'accepted', null)];
}

/** SPEC B5, M10, G4: the stored result once more, for this invocation. */
export function projectReplayServed(data: JsonObject): readonly Draft[] {
  const invocation = invocationAt(data['invocation'], 'invocation');
  const key = textAt(data['source_action_id'], 'source_action_id');
  return [resultReply(key, invocation, storedResultAt(data['result']))];
}

/** SPEC M3, M5, M6, M8: a refused command is answered in the form its kind calls for. */
export function projectCommandRefused(data: JsonObject): readonly Draft[] {
  const key = textAt(data['action_id'], 'action_id');
  const invocation = invocationAt(data['invocation'], 'invocation');
  return [refusalDraft(key, invocation, refusalAt(data['reply']))];
}

function refusalDraft(key: string, invocation: Invocation, reply: RefusalReply): Draft {
  switch (reply.kind) {
    case 'action_result':
      return actionResultDraft(key, invocation, failedResult(invocation.action_id, reply.error));
    case 'delegation_result':
      return invocation.delegation === null
        ? errorDraft(key, invocation, reply.error)
        : delegationResultDraft(key, invocation, failedDelegation(invocation.delegation, reply.error));
    case 'ack_rejected':
      return ackDraft(key, invocation, 'rejected', reply.reason);
    case 'error':
      return errorDraft(key, invocation, reply.error);
  }
}

function refusalAt(value: Json | undefined): RefusalReply {
  const reply = objectAt(value, 'reply');
  const error: ProtocolError = errorAt(reply['error'], 'reply.error');
  const kind = reply['kind'];
  switch (kind) {
    case 'action_result':
    case 'delegation_result':
    case 'error':
      return { kind, error };
    case 'ack_rejected':
      return { kind, error, reason: textAt(reply['reason'], 'reply.reason') };
    default:
      throw new Unmappable('the kind of the refusal is unknown');
  }
}
