import { performance } from 'node:perf_hooks';
import { bindingStream, foldBinding, PROJECTION_VERSION, sealEvents } from '@aip-hermes/binding';

const ACTION_ID = 'act_fold';

/** Rows of one finished binding with so many events, as they stand in a log. */
export function rowsOf(events) {
  const stream = bindingStream(ACTION_ID);
  const rows = [];
  let chain = null;
  for (const event of history(events)) {
    const sealed = sealEvents({ ...context(stream, rows.length), previousChain: chain }, [event]);
    chain = sealed.chain;
    for (const row of sealed.rows)
      rows.push({ ...row, stream, revision: rows.length, position: String(rows.length) });
  }
  return rows;
}

/** Milliseconds for one fold of the rows. */
export function foldOnce(rows) {
  const from = performance.now();
  const state = foldBinding(rows);
  const spent = performance.now() - from;
  if (state?.binding.status !== 'completed') throw new Error(`the fold ended ${state?.binding.status}`);
  return spent;
}

/** Milliseconds for reading the same bytes as JSON. */
export function parseOnce(rows) {
  const from = performance.now();
  let members = 0;
  for (const row of rows) {
    members += 'sequence' in JSON.parse(row.data) ? 1 : 0;
    members += 'chain' in JSON.parse(row.metadata) ? 1 : 0;
  }
  const spent = performance.now() - from;
  if (members < rows.length) throw new Error('the rows are not what they should be');
  return spent;
}

function context(stream, nth) {
  return {
    stream,
    attemptId: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    instanceId: '00000000-0000-4000-8000-00000000aaaa',
    recordedAt: '2026-07-09T10:00:00.25Z',
    correlationId: 'corr_fold',
    causationId: 'msg_fold',
    projection: {
      version: PROJECTION_VERSION,
      agent: 'agent:hermes_agent:connector',
      to: { id: 'agent:planner', kind: 'agent' },
      publish_chunks: true,
      session_id: null,
      traceparent: null,
    },
  };
}

function history(events) {
  const claim = { claim_id: '11111111-1111-4111-8111-111111111111', instance_id: 'instance' };
  const observed = Array.from({ length: events - 6 }, (_, sequence) => ({
    type: 'ProviderEventObserved',
    data: {
      sequence,
      event: 'message.delta',
      kind: 'data',
      provider: {
        event: 'message.delta',
        run_id: 'run_fold',
        timestamp: 1.5,
        delta: `word ${sequence} of it `,
      },
    },
  }));
  const output = { ...OUTPUT, status: 'completed', last_event: 'run.completed' };
  const provider = { event: 'run.completed', run_id: 'run_fold', output: 'All good.' };
  return [
    { type: 'OperatorRunRequested', data: REQUESTED },
    { type: 'InvocationAccepted', data: { invocation: INVOCATION } },
    {
      type: 'RunStartClaimed',
      data: { ...claim, claimed_at: '2026-07-09T10:00:00Z', expires_at: '2026-07-09T10:01:00Z' },
    },
    { type: 'RunBound', data: { claim_id: claim.claim_id, run_id: 'run_fold', replayed: null } },
    { type: 'ObservationClaimed', data: claim },
    ...observed,
    {
      type: 'RunCompleted',
      data: { sequence: observed.length, provider, output, settles: [INVOCATION], seen_by: 'stream' },
    },
  ];
}

const INVOCATION = {
  message_id: 'msg_fold',
  action_id: ACTION_ID,
  role: 'source',
  mode: 'streaming',
  correlation_id: 'corr_fold',
  session_id: null,
  reply_to: { id: 'agent:planner', kind: 'agent' },
  traceparent: null,
  delegation: null,
};

const REQUESTED = {
  kind: 'objective',
  action_id: ACTION_ID,
  action: { id: ACTION_ID, input: { objective: 'Summarise the report' }, mode: 'streaming' },
  delegation: null,
  delegation_id: null,
  parent_action_id: null,
  endpoint_id: 'bench',
  capability_id: 'cap:hermes_agent:bench:operator',
  idempotency_key: 'key-fold',
  session_id: `aip-operator-${ACTION_ID}`,
  request_fingerprint: 'ab'.repeat(32),
  principal: { id: 'agent:planner', kind: 'agent' },
  tenant: null,
  sent_at: '2026-07-09T10:00:00Z',
  trusted_deadline: null,
  approval_expires_at: null,
  timeout_ms: 900_000,
  policy_digest: `sha256:${'cd'.repeat(32)}`,
};

const OUTPUT = {
  endpoint_id: 'bench',
  run_id: 'run_fold',
  session_id: REQUESTED.session_id,
  source_action_id: ACTION_ID,
  delegation_id: null,
  parent_action_id: null,
  pending_approval: null,
};
