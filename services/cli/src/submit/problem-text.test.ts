import { validateEnvelope } from '@aip-hermes/aip';
import { expect, it } from 'vitest';
import { problemText } from './problem-text.js';

it('problems of the schema are told in plain words', () => {
  const value = {
    aip_version: '2.0',
    message_type: 'aip.core.v1.action',
    message_id: 5,
    body: { action: { id: 'act_1', input: {}, idempotency_key: 'k', mode: 'fast' } },
  };
  const checked = validateEnvelope(value);
  expect(checked.kind === 'bad' && checked.problems.map(problemText)).toEqual([
    '/aip_version: must be "1.0"',
    '/message_id: must be text',
    '/sent_at: is missing',
    '/body/action/capability_id: is missing',
    '/body/action/mode: must be one of "sync", "async", "streaming"',
  ]);
});

it('what has no plainer words stays as it is', () => {
  expect(problemText({ path: '', message: 'unknown member' })).toBe('the command: unknown member');
});
