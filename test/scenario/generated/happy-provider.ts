import type { AnyJson } from '@aip-hermes/aip';
import type { Chunk, Route } from '../file/scenario.js';

/** What the status says at the end of every generated run. */
export const OUTPUT = 'All good.';

/** A provider whose runs have this event stream; the status says completed. */
export function happyProvider(chunks: readonly Chunk[]): readonly Route[] {
  return [
    {
      on: 'POST /v1/runs',
      reply: { status: 202, json: { run_id: '$run', status: 'started' } },
    },
    { on: 'GET /v1/runs/{id}/events', reply: { status: 200, chunks, end: 'fin' } },
    {
      on: 'GET /v1/runs/{id}',
      reply: {
        status: 200,
        json: { object: 'hermes.run', run_id: '$run', status: 'completed', output: OUTPUT },
      },
    },
  ];
}

/** A good command for an Action. */
export function goodCommand(actionId: string): Readonly<Record<string, AnyJson>> {
  return {
    aip_version: '1.0',
    message_type: 'aip.core.v1.action',
    message_id: `msg_of_${actionId}`,
    sent_at: '2026-07-09T00:00:00Z',
    correlation_id: `corr_of_${actionId}`,
    from: { id: 'agent:planner', kind: 'agent' },
    body: {
      action: {
        id: actionId,
        capability_id: 'cap:hermes_agent:hermes-a:operator',
        input: { objective: 'Summarise the stock report' },
        mode: 'streaming',
        idempotency_key: `key-of-${actionId}`,
      },
    },
  };
}
