import { describe, expect, it } from 'vitest';
import { Judged } from './judged.js';

const LOST = { kind: 'lost', reached: true, what: 'reset', delayMs: 100 } as const;
const ACCEPTED = { kind: 'accepted', runId: 'run_1', delayMs: 100 } as const;
const UNKNOWN_START = { phase: 'start', evidence: { request_sent: true } };
const UNKNOWN_OBSERVATION = { phase: 'observation' };

function failedWith(code: string): { readonly error: { readonly code: string } } {
  return { error: { code: `connector.hermes_agent.${code}` } };
}

/** A run from its command to its result, as it should be. */
function good(): Judged {
  const story = new Judged().bound().row('ObservationClaimed').row('ProviderEventObserved', { sequence: 0 });
  return story.chunk(0).says('completed').row('RunCompleted').chunk(1, 'done').result('completed');
}

describe('the model of the simulation', () => {
  it('finds nothing wrong with a run from command to result', () => {
    expect(good().end().why).toBe('');
  });

  it.each<readonly [string, string, Judged]>([
    ['G1: a second start', 'G1', new Judged().bound().start(ACCEPTED)],
    ['G1: a start without a claim', 'G1', new Judged().start(ACCEPTED)],
    ['O7: a second event stream', 'O7', twoStreams()],
    ['SPEC 3: an event that the table forbids', 'SPEC3', new Judged().bound().row('RunBound')],
    ['G4: an event after the end', 'G4', good().row('ProviderEventObserved')],
    ['G4: another result for who asks again', 'G4', again().result('failed', {}, 'msg_2')],
    ['G4: an end without a result', 'G4', new Judged().bound().says('failed').row('RunFailed').end()],
    ['G5: an invocation of another request', 'G5', collided()],
    [
      'G5: a result for another request',
      'G5',
      good().command('msg_2', 'other').result('completed', {}, 'msg_2'),
    ],
    ['G6: a command without an answer', 'G6', new Judged().end({ delivered: [delivered(false)] })],
    ['G6: an answer that comes too late', 'G6', late()],
    ['G7: a chunk left out', 'G7', new Judged().bound().chunk(1)],
    ['G7: a chunk after the last one', 'G7', new Judged().bound().chunk(0, 'done').chunk(1)],
    ['G7: no last chunk', 'G7', new Judged().bound().says('failed').row('RunFailed').result('failed').end()],
    ['G8: cancelled told of a run that did not end so', 'G8', new Judged().bound().result('cancelled')],
    ['G10: the credential in a message', 'G10', new Judged().bound().chunk(0, 'the-canary')],
    ['G10: the credential in an event', 'G10', new Judged().row('OperatorRunRequested', { a: 'the-canary' })],
    ['G10: the credential in a log line', 'G10', new Judged().end({ logLines: ['key the-canary'] })],
    ['G11: a bad record without a dead letter', 'G11', new Judged().end({ delivered: [delivered(true)] })],
    [
      'G11: a dead letter of nothing',
      'G11',
      new Judged().published({}, { topic: 'dead_letters', key: null }),
    ],
    ['G13: more runs than places', 'G13', new Judged().bound().claimed('act_2')],
    ['G13: more events than are to be kept', 'G13', manyEvents()],
    ['G13: a timer left when nothing is open', 'G13', new Judged().end({ timersLeft: 1 })],
    ['M9: a command decided twice', 'M9', good().row('CommandRefused', invocation('msg_act_1'), 'beside')],
  ])('finds %s', (_, guarantee, story) => {
    expect(story.found).toContain(guarantee);
  });

  it('G12: finds a message that the log does not give, and one that is missing', () => {
    const { judge } = new Judged();
    const message = { topic: 'results', key: 'act_1', headers: {}, text: '{}', envelope: {} };
    judge.derived([{ topic: 'results', key: 'act_1', headers: {}, value: '{"a":1}' }]);
    judge.message(message, 0);
    expect(judge.violations.map(({ guarantee }) => guarantee)).toEqual(['G12']);
    const other = new Judged();
    other.judge.derived([{ topic: 'results', key: 'act_1', headers: {}, value: '{}' }]);
    expect(other.end().found).toEqual(['G12']);
  });

  it('G13: finds a loop that does not wait', () => {
    const { judge } = new Judged();
    for (let call = 0; call < 500; call += 1) judge.port('read_before', call);
    expect(judge.violations.map(({ guarantee }) => guarantee)).toEqual(['G13']);
  });
});

describe('G3 in the model of the simulation', () => {
  it.each<readonly [string, Judged]>([
    ['a lost answer', sent(LOST).after(100).row('RunOutcomeUnknown', UNKNOWN_START)],
    ['a death under the claim', claimed().after(5).dies().after(5).row('RunOutcomeUnknown', UNKNOWN_START)],
    [
      'an answer after the time of the call',
      sent({ ...ACCEPTED, delayMs: 60_000 })
        .after(50_000)
        .row('RunOutcomeUnknown', UNKNOWN_START),
    ],
    ['the deadline', bound().after(40_000).row('RunOutcomeUnknown', UNKNOWN_OBSERVATION)],
    [
      'an unknown word, confirmed',
      bound().says('odd').says('odd').row('RunOutcomeUnknown', UNKNOWN_OBSERVATION),
    ],
    [
      'an end said to a process that died',
      bound().says('failed').dies().after(40_000).row('RunOutcomeUnknown', UNKNOWN_OBSERVATION),
    ],
  ])('allows outcome_unknown after %s', (_, story) => {
    expect(story.found).toEqual([]);
  });

  it.each<readonly [string, Judged]>([
    ['an accepted start', sent(ACCEPTED).after(100).row('RunOutcomeUnknown', UNKNOWN_START)],
    [
      'a rejected start',
      sent({ kind: 'rejected', status: 400, delayMs: 0 }).row('RunOutcomeUnknown', UNKNOWN_START),
    ],
    ['a loss that has not happened yet', sent(LOST).after(99).row('RunOutcomeUnknown', UNKNOWN_START)],
    [
      'a death before the claim',
      new Judged().command('msg_act_1').dies().after(5).claimed().row('RunOutcomeUnknown', UNKNOWN_START),
    ],
    ['a claim alone', claimed().row('RunOutcomeUnknown', UNKNOWN_START)],
    ['a death once bound', bound().dies().row('RunOutcomeUnknown', UNKNOWN_OBSERVATION)],
    ['a single unknown word', bound().says('odd').row('RunOutcomeUnknown', UNKNOWN_OBSERVATION)],
    [
      'an unknown word taken back',
      bound().says('odd').says('running').row('RunOutcomeUnknown', UNKNOWN_OBSERVATION),
    ],
    [
      'unknown words to two processes',
      bound().says('odd').after(1).dies().after(1).says('odd').row('RunOutcomeUnknown', UNKNOWN_OBSERVATION),
    ],
    [
      'the end that the provider said',
      bound().says('failed').after(40_000).row('RunOutcomeUnknown', UNKNOWN_OBSERVATION),
    ],
  ])('finds outcome_unknown after no more than %s', (_, story) => {
    expect(story.found).toEqual(['G3']);
  });

  it.each<readonly [string, Judged]>([
    ['completed without the word', bound().row('RunCompleted')],
    ['cancelled without the word', bound().row('RunCancelled')],
    ['failed against the word', bound().says('completed').row('RunFailed', failedWith('operator_failed'))],
    ['not started although it was sent', sent(LOST).row('RunFailed', failedWith('operator_not_started'))],
    ['rejected although it was not', sent(LOST).row('RunFailed', failedWith('operator_start_rejected'))],
    [
      'nothing sent although it was',
      sent(LOST)
        .after(100)
        .row('RunOutcomeUnknown', { phase: 'start', evidence: { request_sent: false } }),
    ],
    ['bound after a lost answer', sent(LOST).row('RunBound', { run_id: 'run_1', claim_id: 'claim_1' })],
    [
      'bound to another run',
      sent(ACCEPTED).after(100).row('RunBound', { run_id: 'run_2', claim_id: 'claim_1' }),
    ],
    ['bound before the answer', sent(ACCEPTED).row('RunBound', { run_id: 'run_1', claim_id: 'claim_1' })],
    ['completed by a stream that nobody read to its end', unread().row('RunCompleted')],
  ])('finds %s', (_, story) => {
    expect(story.found).toEqual(['G3']);
  });
});

function claimed(): Judged {
  return new Judged().command('msg_act_1').claimed();
}

function sent(answer: Parameters<Judged['start']>[0]): Judged {
  return claimed().start(answer);
}

function bound(): Judged {
  return new Judged().bound();
}

function invocation(message_id: string): { readonly invocation: { readonly message_id: string } } {
  return { invocation: { message_id } };
}

function twoStreams(): Judged {
  const answer = { kind: 'stream', events: [], end: 'close' } as const;
  return bound().asked(answer, '/v1/runs/run_1/events').asked(answer, '/v1/runs/run_1/events');
}

function unread(): Judged {
  const events = [{ at: 50, name: 'run.completed' }];
  const story = bound().asked({ kind: 'stream', events, end: 'close' }, '/v1/runs/run_1/events');
  return story.after(20).dies().after(100);
}

function again(): Judged {
  const served = { ...invocation('msg_2'), source_action_id: 'act_1' };
  return good().command('msg_2').row('ReplayServed', served, 'beside');
}

function collided(): Judged {
  return bound().command('msg_2', 'other').row('InvocationAccepted', invocation('msg_2'));
}

function late(): Judged {
  const story = new Judged().command('msg_9');
  story.judge.calm(0, []);
  const refused = { action_id: 'act_1', status: 'failed' };
  return story.after(30_000).published({ action_result: refused }, { inResponseTo: 'msg_9' }).end();
}

function manyEvents(): Judged {
  const story = bound();
  for (let sequence = 0; sequence < 4; sequence += 1) story.row('ProviderEventObserved', { sequence });
  return story;
}

function delivered(dead: boolean): Parameters<Judged['judge']['end']>[0]['delivered'][number] {
  const command = dead ? null : { messageId: 'msg_1', actionId: 'act_1', identity: null };
  return { partition: 0, offset: 0, bytes: new TextEncoder().encode('{'), command, dead };
}
