import { describe, expect, it } from 'vitest';
import type { ExpectedEnd } from '../expected/expected-end.js';
import type { SeenMessage } from '../world/seen-message.js';
import { actionCommand } from '../world/sent-command.js';
import { endFindings } from './end-findings.js';
import { findings } from './findings.js';
import type { Judged } from './judged.js';

const ACTION = 'act_a';
const UNKNOWN = 'connector.hermes_agent.operator_outcome_unknown';

function result(messageId: string, status: string, code: string | null = null): SeenMessage {
  const body = JSON.stringify({ status, code });
  const seen = { actionId: ACTION, status, code, body };
  return {
    topic: 'results',
    key: ACTION,
    text: messageId,
    inResponseTo: messageId,
    result: seen,
    chunk: null,
    nextSequence: '2',
  };
}

function chunk(sequence: number, kind: string): SeenMessage {
  return {
    topic: 'stream_chunks',
    key: ACTION,
    text: '',
    inResponseTo: null,
    result: null,
    chunk: { sequence, kind },
    nextSequence: undefined,
  };
}

const START = { kind: 'start', action: ACTION } as const;
const EVENTS = { kind: 'events', action: ACTION } as const;
const OWN = result('msg_act_a', 'completed');
const AGAIN = result('msg_again', 'completed');
const GOOD: Judged = {
  sent: ['msg_act_a', 'msg_again'].map((messageId) => actionCommand({ action: ACTION, messageId })),
  calls: [START, EVENTS],
  messages: [chunk(0, 'data'), chunk(1, 'done'), OWN, AGAIN],
  undecided: 0,
};
const COMPLETED: ExpectedEnd = {
  result: 'completed',
  startsAtKill: 1,
  starts: 1,
  streams: [0, 1],
  resultsAtKill: 0,
  comesAgain: false,
  why: '',
};

describe('what the judge of kill tests finds', () => {
  it('nothing where nothing is broken', () => {
    expect([...findings(GOOD), ...endFindings(GOOD, ACTION, COMPLETED)]).toEqual([]);
  });

  const broken: readonly (readonly [string, Partial<Judged>])[] = [
    ['G1: 2 start calls', { calls: [START, START, EVENTS] }],
    ['O7: the events', { calls: [START, EVENTS, EVENTS] }],
    ['G4: different results', { messages: [...GOOD.messages.slice(0, 3), result('msg_again', 'failed')] }],
    ['G4: no result', { messages: GOOD.messages.slice(0, 2) }],
    ['G6: 1 records are not decided', { undecided: 1 }],
    ['G6: to msg_again came', { messages: GOOD.messages.slice(0, 3) }],
    ['G6: to msg_again came', { messages: [...GOOD.messages, AGAIN] }],
    ['G6: an answer to nothing', { messages: [...GOOD.messages, result('msg_other', 'completed')] }],
    ['G7: the chunks of act_a are 0 0 1', { messages: [chunk(0, 'data'), ...GOOD.messages] }],
    ['G7: the chunks of act_a are 1', { messages: GOOD.messages.slice(1) }],
    ['G7: the chunks of act_a end with data', { messages: [chunk(0, 'data'), chunk(1, 'data'), OWN, AGAIN] }],
    ['G7: a result of act_a counts 2 of 1', { messages: [chunk(0, 'done'), OWN, AGAIN] }],
  ];
  it.each(broken)('%s', (found, change) => {
    expect(findings({ ...GOOD, ...change }).join('\n')).toContain(found);
  });

  it('G3: an end that is known where it has to be unknown, and the other way round', () => {
    const unknown = { ...COMPLETED, result: 'unknown' } as const;
    const messages = [result('msg_act_a', 'failed', UNKNOWN)];
    expect(endFindings(GOOD, ACTION, unknown)).toEqual(['the end of act_a is completed (), not unknown']);
    expect(endFindings({ ...GOOD, messages }, ACTION, unknown)).toEqual([]);
    expect(endFindings({ ...GOOD, messages }, ACTION, COMPLETED)).toHaveLength(1);
  });

  it('a call too many or too few', () => {
    expect(endFindings({ ...GOOD, calls: [] }, ACTION, COMPLETED)).toEqual([
      '0 start calls for act_a, not 1',
    ]);
    expect(endFindings({ ...GOOD, calls: [START, EVENTS, EVENTS] }, ACTION, COMPLETED)).toHaveLength(1);
  });
});
