import { describe, expect, it } from 'vitest';
import { messageHeaders } from './message-headers.js';

const envelope = {
  aip_version: '1.0',
  message_type: 'aip.core.v1.ack',
  message_id: 'msg_1',
  correlation_id: 'corr_1',
} as const;

describe('messageHeaders', () => {
  it('DESIGN 4: names type, version, id and correlation, and what the caller adds', () => {
    const options = { projectionVersion: 3, traceparent: '00-a-b-01', extra: { 'aip-action-id': 'act_1' } };
    expect(messageHeaders(envelope, options)).toEqual({
      'content-type': 'application/aip+json',
      'aip-version': '1.0',
      'aip-message-type': 'aip.core.v1.ack',
      'aip-message-id': 'msg_1',
      'aip-correlation-id': 'corr_1',
      'aip-projection-version': '3',
      traceparent: '00-a-b-01',
      'aip-action-id': 'act_1',
    });
  });

  it('leaves out what is unset', () => {
    const headers = messageHeaders({ ...envelope, correlation_id: null });
    expect(Object.keys(headers)).toEqual([
      'content-type',
      'aip-version',
      'aip-message-type',
      'aip-message-id',
    ]);
  });

  it('lets nothing extra replace a header of the contract', () => {
    expect(messageHeaders(envelope, { extra: { 'aip-message-id': 'other' } })['aip-message-id']).toBe(
      'msg_1',
    );
  });
});
