import { formatId, formatTimestamp, type LosslessJsonObject } from '@aip-hermes/aip';
import type { Submitter } from './submitter.js';

/** The person at this terminal. */
const LOCAL_OPERATOR = { id: 'human:local_operator', kind: 'human' } as const;

/**
 * The envelope with the local operator's approval on its Action, where none stands (SPEC I11). A decision that stands,
 * whatever it says, stays; so does everything else, the execution context first of all.
 */
export function approve(envelope: LosslessJsonObject, by: Submitter): LosslessJsonObject {
  const body = envelope['body'] as LosslessJsonObject;
  const action = body['action'] as LosslessJsonObject | undefined;
  if (action === undefined || (action['approval'] ?? null) !== null) return envelope;
  const approval = {
    approval_id: formatId('appr', by.uuid()),
    decision: 'approved',
    approver: LOCAL_OPERATOR,
    decided_at: formatTimestamp(by.nowMs()),
    reason: 'submitted by the local operator',
  };
  return { ...envelope, body: { ...body, action: { ...action, approval } } };
}
