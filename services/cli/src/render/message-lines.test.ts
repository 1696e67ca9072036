import type { AuditMessage } from '@aip-hermes/audit';
import { describe, expect, it } from 'vitest';
import { messageLines } from './message-lines.js';
import { createStyle } from './style.js';

const message = (topic: AuditMessage['topic'], value: AuditMessage['value']): AuditMessage => ({
  topic,
  key: 'act_1',
  headers: {},
  value,
});
const lines = (...messages: AuditMessage[]): readonly string[] =>
  messageLines(messages, createStyle(false), 60);

describe('the messages of an audit in short', () => {
  it('E1: a chunk by sequence and kind, a reply by status, each on a line', () => {
    const action_result = { action_id: 'act_1', status: 'completed' };
    expect(
      lines(
        message('stream_chunks', { body: { stream_chunk: { sequence: 3, kind: 'tool' } } }),
        message('results', { in_response_to: 'msg_1', body: { action_result } }),
        message('results', { in_response_to: 'msg_2', body: { ack: { status: 'rejected' } } }),
      ),
    ).toEqual([
      'stream_chunks  chunk 3 tool',
      'results        action result completed to msg_1',
      'results        ack rejected to msg_2',
    ]);
  });

  it('a refusal keeps every word, wrapped', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');
    const told = lines(
      message('results', {
        in_response_to: 'm',
        body: { error: { error: { code: 'x.y', message: words } } },
      }),
    );
    expect(
      told
        .slice(1)
        .map((line) => line.trim())
        .join(' '),
    ).toBe(`x.y: ${words}`);
    expect(Math.max(...told.map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('what no one can read is named, many are counted', () => {
    expect(lines(message('results', null))).toEqual(['results        unreadable']);
    const many = Array.from({ length: 50 }, () => message('results', {}));
    expect(lines(...many)).toHaveLength(41);
    expect(lines(...many)).toContain('… 10 more, see --json');
  });
});
