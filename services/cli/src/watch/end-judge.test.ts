import { describe, expect, it } from 'vitest';
import { EndJudge } from './end-judge.js';
import type { Published } from './published.js';

const result = (status: string, to: string, more: { id?: string; code?: string } = {}): Published => {
  const error = more.code === undefined ? {} : { error: { code: more.code } };
  const action_result = { action_id: more.id ?? 'act_1', status, ...error };
  return reply({ action_result }, to);
};
const ack = (status: string, to: string): Published => reply({ ack: { action_id: 'act_1', status } }, to);
const reply = (body: object, to: string): Published => ({
  topic: 'results',
  key: 'act_1',
  headers: {},
  value: { in_response_to: to, body },
});
const chunk: Published = {
  topic: 'stream_chunks',
  key: 'act_1',
  headers: {},
  value: { body: { stream_chunk: {} } },
};

const judge = (...commands: string[]): EndJudge => new EndJudge({ id: 'act_1', commands: new Set(commands) });
const endOf = (commands: string[], messages: Published[], live = false): unknown => {
  const it = judge(...commands);
  it.take(messages, live);
  return it.end;
};

describe('EndJudge', () => {
  it.each([
    ['completed', result('completed', 'm'), 'good'],
    ['failed', result('failed', 'm', { code: 'connector.hermes_agent.operator_failed' }), 'failed'],
    ['cancelled', result('cancelled', 'm'), 'cancelled'],
    [
      'start unknown',
      result('failed', 'm', { code: 'connector.hermes_agent.operator_outcome_unknown' }),
      'outcome_unknown',
    ],
    [
      'stop unknown',
      result('failed', 'm', { code: 'connector.hermes_agent.cancellation_outcome_unknown' }),
      'outcome_unknown',
    ],
    ['a rejecting ack', ack('rejected', 'm'), 'failed'],
    ['an error reply', reply({ error: { error: { code: 'resource.not_found' } } }, 'm'), 'failed'],
    [
      'a delegation result',
      reply({ delegation_result: { child_action_id: 'act_1', status: 'completed' } }, 'm'),
      'good',
    ],
  ])('%s ends it', (_name, message, end) => {
    expect(endOf(['m'], [chunk, message])).toBe(end);
  });

  it.each([
    ['a chunk', chunk],
    ['a queued ack', ack('queued', 'm')],
    ['RequiresHuman', result('requires_human', 'm')],
    ['the result of another id', result('completed', 'm', { id: 'act_2' })],
  ])('%s does not', (_name, message) => {
    expect(endOf(['m'], [message])).toBeNull();
  });

  it('waits for the answer of every command known at the beginning', () => {
    const it = judge('m1', 'm2');
    it.take([result('completed', 'm1')], false);
    expect(it.end).toBeNull();
    it.take([result('failed', 'm2', { code: 'x.operator_policy' })], true);
    expect(it.end).toBe('failed');
  });

  it('G5: a refused reuse does not hide the run that goes on', () => {
    const it = judge('m1');
    it.take([result('failed', 'm2', { code: 'x.operator_policy' })], true);
    expect(it.end).toBeNull();
    it.take([result('completed', 'm1')], true);
    expect(it.end).toBe('good');
  });

  it('a rejecting ack ends it although the run goes on, whether it came before or comes while watching', () => {
    expect(endOf(['m1'], [ack('rejected', 'm2')], true)).toBe('failed');
    expect(endOf(['m1', 'm2'], [chunk, ack('rejected', 'm2')])).toBe('failed');
    expect(endOf(['m1', 'm2'], [ack('rejected', 'm2'), result('completed', 'm1')])).toBe('good');
  });

  it('a rejecting ack of an earlier command does not end the wait for a later one', () => {
    expect(endOf(['m1', 'm2', 'm3'], [ack('rejected', 'm2')])).toBeNull();
    expect(endOf(['m1'], [ack('rejected', 'm0')])).toBeNull();
  });

  it('only the end of the run, when that is asked for', () => {
    const it = new EndJudge({ id: 'act_1', commands: new Set(['m1']) }, true);
    it.take([ack('rejected', 'm2'), reply({ error: { error: { code: 'x' } } }, 'm3')], true);
    expect(it.end).toBeNull();
    it.take([result('completed', 'm1')], true);
    expect(it.end).toBe('good');
  });

  it('an id without commands here ends by what is published', () => {
    expect(endOf([], [result('completed', 'm')])).toBe('good');
    expect(endOf([], [])).toBeNull();
  });

  it('knows when a person must decide, until something else is said', () => {
    const it = judge('m');
    it.take([result('requires_human', 'm')], true);
    expect(it.waitsForPerson).toBe(true);
    it.take([result('failed', 'r', { id: 'act_resume', code: 'x' })], true);
    expect(it.waitsForPerson).toBe(true);
    it.take([chunk], true);
    expect(it.waitsForPerson).toBe(false);
  });
});
