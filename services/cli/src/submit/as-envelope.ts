import {
  formatId,
  formatTimestamp,
  jsonNumber,
  MESSAGE_TYPES,
  type LosslessJson,
  type LosslessJsonObject,
} from '@aip-hermes/aip';
import type { Submitter } from './submitter.js';

/** Whether a value means to be a bare Action: it has an Action's members and none of an envelope's. */
export function isBareAction(value: LosslessJson): value is LosslessJsonObject {
  if (!isObject(value)) return false;
  return 'capability_id' in value && !('message_type' in value) && !('body' in value);
}

/** Whether a value means to be an envelope: it has at least one of the members that only an envelope has. */
export function isEnvelopeLike(value: LosslessJson): value is LosslessJsonObject {
  return isObject(value) && ['aip_version', 'message_type', 'body'].some((member) => member in value);
}

/** A bare Action as the command of an envelope from the local operator, sent now. */
export function envelopeOf(action: LosslessJsonObject, by: Submitter): LosslessJsonObject {
  return {
    aip_version: '1.0',
    message_type: MESSAGE_TYPES.action,
    message_id: formatId('msg', by.uuid()),
    sent_at: formatTimestamp(by.nowMs()),
    correlation_id: formatId('corr', by.uuid()),
    from: { id: by.principal.id, kind: by.principal.kind },
    body: { action },
  };
}

/** What `submit --objective` asks for. */
export interface ObjectiveRequest {
  readonly objective: string;
  readonly capabilityId: string;
  readonly context: LosslessJson | undefined;
  readonly mode: string;
  readonly idempotencyKey: string | undefined;
  readonly actionId: string | undefined;
  readonly timeoutMs: number | undefined;
}

/** The Action of `submit --objective`; id and key are drawn where none is given. */
export function actionOf(request: ObjectiveRequest, by: Submitter): LosslessJsonObject {
  const { objective, context, timeoutMs } = request;
  const id = request.actionId ?? formatId('act', by.uuid());
  return {
    id,
    capability_id: request.capabilityId,
    input: { objective, ...(context === undefined ? {} : { context }) },
    mode: request.mode,
    idempotency_key: request.idempotencyKey ?? `submit-${id}`,
    ...(timeoutMs === undefined ? {} : { timeout_ms: jsonNumber(String(timeoutMs)) }),
  };
}

function isObject(value: LosslessJson): value is LosslessJsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
