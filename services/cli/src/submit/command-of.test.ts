import {
  EXECUTION_CONTEXT_EXTENSION,
  parseLossless,
  DEFAULT_MAX_DEPTH,
  type LosslessJson,
} from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { commandOf, rawCommandOf, type ReadyCommand } from './command-of.js';
import type { Submitter } from './submitter.js';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
let drawn = 0;
const by: Submitter = {
  principal: { id: 'human:someone', kind: 'human' },
  nowMs: () => NOW,
  uuid: () => `01890000-0000-7000-8000-${String((drawn += 1)).padStart(12, '0')}`,
};

const lossless = (value: unknown): LosslessJson => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const parsed = parseLossless(text, { maxBytes: 1_000_000, maxDepth: DEFAULT_MAX_DEPTH });
  if (parsed.kind === 'bad') throw new Error(parsed.message);
  return parsed.value;
};
const ready = (value: unknown): ReadyCommand => {
  const read = commandOf(lossless(value), by);
  if (read.kind === 'bad') throw new Error(read.problems.join());
  return read.command;
};
const sent = (value: unknown): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(ready(value).value)) as Record<string, unknown>;

const ACTION = {
  id: 'act_1',
  capability_id: 'cap:hermes_agent:a:operator',
  input: { objective: 'x' },
  idempotency_key: 'k',
};
const envelope = (message_type: string, body: object, more: object = {}): object => ({
  aip_version: '1.0',
  message_type,
  message_id: 'msg_1',
  sent_at: '2026-01-01T00:00:00Z',
  body,
  ...more,
});
const action = (more: object = {}, envelopeMore: object = {}): object =>
  envelope('aip.core.v1.action', { action: { ...ACTION, ...more } }, envelopeMore);

describe('a bare Action', () => {
  it('becomes an envelope from the local operator, sent now', () => {
    expect(sent(ACTION)).toMatchObject({
      aip_version: '1.0',
      message_type: 'aip.core.v1.action',
      message_id: expect.stringMatching(/^msg_[0-9a-f]{32}$/) as string,
      sent_at: '2026-01-02T03:04:05Z',
      from: { id: 'human:someone', kind: 'human' },
      body: { action: ACTION },
    });
  });

  it('is checked as an Action: every problem with its path', () => {
    const read = commandOf(lossless({ ...ACTION, mode: 'fast', surplus: 1 }), by);
    expect(read.kind === 'bad' && read.problems.join('\n')).toMatch(/\/mode[\s\S]*\/surplus/);
  });
});

describe('the approval of the local operator (I11)', () => {
  it('is added where none stands', () => {
    expect(sent(action())).toMatchObject({
      body: {
        action: {
          approval: {
            decision: 'approved',
            approver: { id: 'human:local_operator', kind: 'human' },
            decided_at: '2026-01-02T03:04:05Z',
          },
        },
      },
    });
    expect(sent(action({ approval: null }))).toHaveProperty('body.action.approval.decision', 'approved');
  });

  it('replaces no decision that stands', () => {
    const approval = {
      approval_id: 'appr_1',
      decision: 'approved',
      approver: { id: 'human:boss', kind: 'human' },
      decided_at: '2026-01-01T00:00:00Z',
    };
    expect(sent(action({ approval }))).toHaveProperty('body.action.approval', approval);
  });

  it('leaves everything else as it was, the execution context and numbers first of all', () => {
    const extensions = { [EXECUTION_CONTEXT_EXTENSION]: { any: 'thing' } };
    const text = JSON.stringify(action({ input: { objective: 'x', context: 'N' } }, { extensions })).replace(
      '"N"',
      '[1.0,1e3,0.1]',
    );
    const bytes = new TextDecoder().decode(ready(text).value);
    expect(bytes).toContain('[1.0,1e3,0.1]');
    expect(JSON.parse(bytes)).toMatchObject({
      extensions,
      message_id: 'msg_1',
      sent_at: '2026-01-01T00:00:00Z',
    });
  });
});

describe('the key of a command (DESIGN 4)', () => {
  it.each([
    ['an action', action(), { key: 'act_1', action_id: 'act_1' }],
    [
      'a resume: its source',
      action({ input: { resume: { source_action_id: 'act_0', choice: 'deny' } } }),
      { key: 'act_0', action_id: 'act_1' },
    ],
    [
      'a cancel: its target',
      envelope('aip.core.v1.cancel', { cancel: { target: { action: 'act_9' } } }),
      { key: 'act_9', action_id: 'act_9' },
    ],
    [
      'a cancel of a session',
      envelope('aip.core.v1.cancel', { cancel: { target: { session: 'sess_9' } } }),
      { key: null, action_id: null },
    ],
    [
      'a delegation: its child',
      envelope('aip.agent.v1.delegation_request', {
        delegation_request: {
          delegation_id: 'dlg_1',
          parent_action_id: 'act_p',
          child_action: { ...ACTION, id: 'act_c' },
          requested_by: { id: 'agent:a', kind: 'agent' },
          delegate: { id: 'agent:hermes_operator:a', kind: 'agent' },
          scope: 's',
        },
      }),
      { key: 'act_c', action_id: 'act_c' },
    ],
  ])('%s', (_name, value, ids) => {
    expect(ready(value)).toMatchObject({ ...ids, message_id: 'msg_1' });
  });

  it('raw bytes are keyed as far as they can be understood, and sent untouched', () => {
    const bytes = new TextEncoder().encode(`  ${JSON.stringify(action())}`);
    expect(rawCommandOf(bytes)).toEqual({
      key: 'act_1',
      action_id: 'act_1',
      message_id: 'msg_1',
      value: bytes,
    });
    const noise = Uint8Array.of(0xff);
    expect(rawCommandOf(noise)).toEqual({ key: null, action_id: null, message_id: null, value: noise });
  });
});

it('B2: numbers that no double can hold are a problem with their path', () => {
  const read = commandOf(lossless(`{"id":"act_1","capability_id":"c","input":{"n":9007199254740993}}`), by);
  expect(read).toMatchObject({ kind: 'bad', problems: [expect.stringContaining('/input/n')] });
});

it.each([[{}], [{ objective: 'x' }], ['text'], [7], [null]])('%j is told to be neither', (value) => {
  expect(commandOf(lossless(JSON.stringify(value)), by)).toEqual({
    kind: 'bad',
    problems: [expect.stringMatching(/neither an Envelope .* nor an Action/)],
  });
});
