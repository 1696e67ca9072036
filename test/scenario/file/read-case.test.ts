import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRuns } from './plan-runs.js';
import { readCase } from './read-case.js';
import type { Scenario } from './scenario.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scenario-'));
  writeFileSync(join(folder, 'there.json'), '{"aip_version":"1.0"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

type Members = Record<string, unknown>;

const message = {
  aip_version: '1.0',
  message_type: 'aip.core.v1.action',
  message_id: 'msg_1',
  sent_at: '2026-07-09T00:00:00Z',
  body: { action: { id: 'act_1', capability_id: 'cap:x', input: {}, mode: 'streaming' } },
};
const route = { on: 'GET /v1/runs/{id}', reply: { status: 200, json: {} } };
const scenario = {
  kind: 'scenario/1',
  case: 'T1',
  profile: 'C',
  provider: [route],
  steps: [{ do: 'deliver', message }],
  expect: {},
};
const withStep = (step: Members): Members => ({ ...scenario, steps: [scenario.steps[0], step] });
const withChunk = (chunk: Members): Members => ({
  ...scenario,
  provider: [{ on: 'GET /e', reply: { status: 200, chunks: [chunk] } }],
});
const withReply = (reply: Members): Members => ({ ...scenario, provider: [{ ...route, reply }] });

function problemsOf(document: unknown): readonly string[] {
  writeFileSync(
    join(folder, 'case.json'),
    typeof document === 'string' ? document : JSON.stringify(document),
  );
  const read = readCase(folder, 'case.json');
  return read.kind === 'refused' ? read.problems : [];
}

describe('a file that says what is not known is refused whole', () => {
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['member of a scenario', { ...scenario, stepz: [] }, 'stepz: unknown member'],
    ['kind', { ...scenario, kind: 'scenario/2' }, 'kind: unknown kind "scenario/2"'],
    ['member that is missing', { ...scenario, profile: undefined }, 'lacks the member profile'],
    ['profile', { ...scenario, profile: 'E' }, 'profile: "E" is unknown'],
    ['step', withStep({ do: 'delivr' }), 'steps[1].do: unknown step "delivr"'],
    ['step without a name', withStep({ message }), 'steps[1]: lacks the member do'],
    ['member of a step', withStep({ do: 'deliver', fil: 'x' }), 'steps[1].deliver.fil: unknown member'],
    [
      'two sources of a record',
      withStep({ do: 'deliver', message, value: null }),
      'exactly one of message, file',
    ],
    ['no source of a record', withStep({ do: 'deliver' }), 'steps[1].deliver: needs exactly one of'],
    [
      'file that is not there',
      withStep({ do: 'deliver', file: 'no.json' }),
      'deliver.file: there is no file no.json',
    ],
    [
      'file elsewhere',
      withStep({ do: 'deliver', file: '../there.json' }),
      'the name of a file in the same folder',
    ],
    ['value but null', withStep({ do: 'deliver', value: 1 }), 'steps[1].deliver.value: must be null'],
    ['envelope', withStep({ do: 'deliver', message: { ...message, bodi: {} } }), 'message.bodi'],
    ['point', withStep({ do: 'crash', at: 'after-lunch' }), 'steps[1].crash.at: unknown point "after-lunch"'],
    ['empty list of points', withStep({ do: 'crash', at: [] }), 'empty list of points'],
    ['nth without a point', withStep({ do: 'crash', nth: 2 }), 'steps[1].crash.nth: is only for at'],
    [
      'times and forMs',
      withStep({ do: 'store', on: 'any', reply: 'ok', times: 1, forMs: 1 }),
      'times and forMs',
    ],
    [
      'word of a store fault',
      withStep({ do: 'store', on: 'writes', reply: 'ok' }),
      'store.on: "writes" is unknown',
    ],
    [
      'member of a match',
      withStep({ do: 'store', on: 'any', reply: 'ok', match: { evnt: 'x' } }),
      'match.evnt',
    ],
    [
      'event type',
      withStep({ do: 'wait-for', event: 'RunBond' }),
      'wait-for.event: unknown event type "RunBond"',
    ],
    ['two waits', withStep({ do: 'wait-for', state: 'running', accepted: 1 }), 'has state, accepted'],
    ['state', withStep({ do: 'wait-for', state: 'walking' }), 'wait-for.state: "walking" is unknown'],
    [
      'number that is not whole',
      withStep({ do: 'advance-clock', ms: 1.5 }),
      'ms: must be a whole number, 0 or more',
    ],
    ['negative number', withStep({ do: 'advance-clock', ms: -1 }), 'ms: must be a whole number, 0 or more'],
    [
      'race in a race',
      withStep({ do: 'race', a: { do: 'race' }, b: { do: 'settle' } }),
      'race.a: a race cannot',
    ],
    [
      'member in a race',
      withStep({ do: 'race', a: { do: 'settle', x: 1 }, b: { do: 'settle' } }),
      'race.a.settle.x',
    ],
    [
      'Action id',
      withStep({ do: 'wait-for', state: 'running', of: 'no id' }),
      'wait-for.of: must be an Action id',
    ],
    [
      'member of a seed event',
      withStep({ do: 'seed', message, state: 'running', append: [{ typ: 'X' }] }),
      'append[0].typ',
    ],
    ['context', withStep({ do: 'resume', choice: 'once', context: {} }), 'resume.context'],
    ['member of given', { ...scenario, given: { clok: 'real' } }, 'given.clok: unknown member'],
    ['member of given.store', { ...scenario, given: { store: { knd: 'memory' } } }, 'given.store.knd'],
    [
      'value in given',
      { ...scenario, given: { broker: { kind: 'rabbit' } } },
      'given.broker.kind: "rabbit" is unknown',
    ],
    ['policy key', { ...scenario, given: { policy: { timeout: 1 } } }, 'given.policy.timeout'],
    ['policy value', { ...scenario, given: { policy: { timeout_ms: 'long' } } }, 'given.policy.timeout_ms'],
    [
      'reply and replies',
      { ...scenario, provider: [{ ...route, replies: [] }] },
      'exactly one of reply, replies',
    ],
    [
      'route without a path',
      { ...scenario, provider: [{ ...route, on: 'GET' }] },
      'provider[0].on: must be a method',
    ],
    ['member of when', { ...scenario, provider: [{ ...route, when: { atMS: 1 } }] }, 'provider[0].when.atMS'],
    [
      'bound',
      { ...scenario, provider: [{ ...route, when: { atMs: '< 5' } }] },
      'when.atMs: must be a whole number',
    ],
    [
      'pattern',
      { ...scenario, provider: [{ ...route, expectHeader: { x: '/(/' } }] },
      'is no regular expression',
    ],
    [
      'header in capitals',
      { ...scenario, provider: [{ ...route, expectHeader: { X: 'y' } }] },
      'in lower case',
    ],
    ['body without a status', withReply({ json: {} }), 'provider[0].reply.json: is only for status'],
    ['two bodies', withReply({ status: 200, json: {}, text: '' }), 'has json and text'],
    ['odd hex', withReply({ rawHex: 'abc' }), 'reply.rawHex: must be pairs of hex digits'],
    ['end', withReply({ status: 200, end: 'close' }), 'reply.end: "close" is unknown'],
    ['connect with an answer', withReply({ status: 200, connect: 'refused' }), 'no meaning with connect'],
    ['times outside replies', withReply({ status: 200, times: 2 }), 'reply.times: is only for an entry'],
    ['two kinds of chunk', withChunk({ event: {}, waitMs: 1 }), 'chunks[0]: needs exactly one of event'],
    ['burst of text', withChunk({ text: 'x', burst: 2 }), 'chunks[0].burst: is only for event'],
    ['word to wait for', withChunk({ waitFor: 'calls' }), 'chunks[0].waitFor: "calls" is unknown'],
    [
      'long pad',
      withChunk({ event: {}, pad: { member: 'x', char: 'ab', count: 1 } }),
      'pad.char: must be one character',
    ],
    ['expectation', { ...scenario, expect: { startRequest: 1 } }, 'expect.startRequest: unknown expectation'],
    ['status', { ...scenario, expect: { result: 'done' } }, 'expect.result: "done" is unknown'],
    [
      'bound of an expectation',
      { ...scenario, expect: { startRequests: '=1' } },
      'expect.startRequests: must be',
    ],
    [
      'event of an expectation',
      { ...scenario, expect: { recordedEvents: { RunBond: 1 } } },
      'unknown event type',
    ],
    [
      'member of resultOneOf',
      { ...scenario, expect: { resultOneOf: [{ status: 'failed' }] } },
      'resultOneOf[0].status',
    ],
    ['no steps', { ...scenario, steps: [] }, 'steps: must not be empty'],
    ['no JSON', '{', 'is no JSON'],
    ['a member twice', '{"kind":"scenario/1","kind":"scenario/1"}', 'is no JSON'],
  ];

  it.each(refused)('unknown or wrong: %s', (_, document, problem) => {
    expect(problemsOf(document).join('\n')).toContain(problem);
  });

  it('tells everything that is wrong at once', () => {
    expect(problemsOf({ ...scenario, profile: 'E', steps: [{ do: 'x' }], expect: { y: 1 } })).toHaveLength(3);
  });

  it('takes a good file, and counts one without a kind as data', () => {
    expect(problemsOf(scenario)).toEqual([]);
    expect(readCase(folder, 'case.json').kind).toBe('case');
    expect(readCase(folder, 'there.json').kind).toBe('data');
  });
});

describe('passes of a file', () => {
  const seeded = (steps: readonly unknown[]): readonly string[] =>
    planRuns({ ...scenario, steps } as unknown as Scenario, 'case.json', new Map()).map(
      ({ label, scenario: run }) => [label, JSON.stringify(run.steps)].join(' '),
    );

  it('a list of points gives one for each, and a race both orders', () => {
    const crash = { do: 'crash', at: ['after-publish', 'after-bind-append'] };
    const race = { do: 'race', a: { do: 'settle' }, b: { do: 'restart' } };
    expect(seeded([crash, race])).toEqual([
      'steps[0] at after-publish, steps[1] with a first [{"do":"crash","at":"after-publish"},{"do":"race","a":{"do":"settle"},"b":{"do":"restart"}}]',
      'steps[0] at after-publish, steps[1] with b first [{"do":"crash","at":"after-publish"},{"do":"race","a":{"do":"restart"},"b":{"do":"settle"}}]',
      'steps[0] at after-bind-append, steps[1] with a first [{"do":"crash","at":"after-bind-append"},{"do":"race","a":{"do":"settle"},"b":{"do":"restart"}}]',
      'steps[0] at after-bind-append, steps[1] with b first [{"do":"crash","at":"after-bind-append"},{"do":"race","a":{"do":"restart"},"b":{"do":"settle"}}]',
    ]);
  });
});
