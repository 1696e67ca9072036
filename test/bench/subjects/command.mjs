import { formatTimestamp, MESSAGE_TYPES } from '@aip-hermes/aip';
import { capabilityIdOf } from '@aip-hermes/binding';
import { ENDPOINT_ID } from './client.mjs';

const { TextEncoder } = globalThis;

/** Action id of a measured command. */
export function actionIdOf(nth) {
  return `act_bench_${nth}`;
}

/** The command record of the nth Action; another `message` is the same Action sent again. */
export function commandOf(nth, message = `msg_bench_${nth}`) {
  const id = actionIdOf(nth);
  const envelope = {
    aip_version: '1.0',
    message_type: MESSAGE_TYPES.action,
    message_id: message,
    sent_at: formatTimestamp(Date.now()),
    correlation_id: `corr_bench_${nth}`,
    from: { id: 'agent:planner', kind: 'agent' },
    body: {
      action: {
        id,
        capability_id: capabilityIdOf(ENDPOINT_ID),
        input: { objective: 'Summarise the report' },
        mode: 'streaming',
        idempotency_key: `key-${id}`,
      },
    },
  };
  return { key: id, value: new TextEncoder().encode(JSON.stringify(envelope)), headers: {} };
}
