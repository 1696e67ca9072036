import { describe, expect, it } from 'vitest';
import { publishedBy } from '../fixtures/published.js';
import {
  aDelegation,
  aPrompt,
  aResume,
  aRow,
  cancelled,
  completed,
  failed,
  resolved,
} from '../fixtures/projection-rows.js';
import type { RecordedRow } from './message.js';

const REF = { delegation_id: 'dlg_1', parent_action_id: 'act_parent', child_action_id: 'act_source' };
const settles = [aDelegation()];

function delegationResults(row: RecordedRow): readonly unknown[] {
  return publishedBy(row)
    .filter(({ envelope }) => 'delegation_result' in envelope.body)
    .map(({ envelope }) => envelope.body['delegation_result']);
}

describe('delegation results', () => {
  it('M3, D10: carry the native child result whole', () => {
    const event = resolved();
    expect(delegationResults(aRow('DelegationResolved', event))).toEqual([
      { ...REF, status: 'completed', result: event.child_result },
    ]);
  });

  it('R4: a resume of the run gets the native result under its own Action id', () => {
    const event = resolved({ settles: [aResume()] });
    const [message] = publishedBy(aRow('DelegationResolved', event));
    expect(message?.envelope.body).toEqual({
      action_result: { ...event.child_result, action_id: 'act_resume' },
    });
  });

  it('D6, G9: what Hermes says at the end of the run is never the result', () => {
    const [told] = delegationResults(aRow('RunCompleted', completed({ settles })));
    expect(told).toMatchObject({
      ...REF,
      status: 'failed',
      error: { code: 'connector.hermes_agent.delegated_result_integrity' },
    });
    expect(told).not.toHaveProperty('result');
  });

  it('D9: a run that failed is told by its error alone', () => {
    const data = failed({ settles });
    expect(delegationResults(aRow('RunFailed', data))).toEqual([
      { ...REF, status: 'failed', error: data.error },
    ]);
  });

  it('D11, D6: a cancelled run says where it stands, without words of the provider', () => {
    const data = cancelled({ settles, provider: { event: 'run.cancelled', output: 'half an answer' } });
    const [told] = delegationResults(aRow('RunCancelled', data));
    expect(told).toMatchObject({
      status: 'cancelled',
      result: {
        action_id: 'act_source',
        status: 'cancelled',
        output: { status: 'cancelled', provider: null },
      },
    });
    expect(JSON.stringify(told)).not.toContain('half an answer');
  });

  it('A1: a prompt in a delegated run is told with the prompt, so that it can be answered', () => {
    expect(delegationResults(aRow('ApprovalRequested', aPrompt({ settles })))).toMatchObject([
      { status: 'requires_human', result: { output: { pending_approval: { approval_generation: 1 } } } },
    ]);
  });
});
