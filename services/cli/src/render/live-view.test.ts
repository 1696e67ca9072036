import { describe, expect, it } from 'vitest';
import type { Published } from '../watch/published.js';
import { LiveView } from './live-view.js';
import { createStyle } from './style.js';

const plain = createStyle(false);
const reader = { id: 'act_1', suggest: (words: readonly string[]) => `aip-hermes ${words.join(' ')}` };
const chunk = (kind: string, event: object, part?: object): Published => ({
  topic: 'stream_chunks',
  key: 'act_1',
  headers: {},
  value: {
    body: {
      stream_chunk: { kind, data: { hermes_operator: event }, ...(part === undefined ? {} : { part }) },
    },
  },
});
const text = (words: string): Published =>
  chunk('data', { event: 'message.delta' }, { type: 'text', text: words });
const result = (body: object): Published => ({
  topic: 'results',
  key: 'act_1',
  headers: {},
  value: { body },
});

const shown = (...messages: Published[]): string => {
  const view = new LiveView(plain, 80, reader);
  return messages.map((message) => view.render(message)).join('') + view.close();
};

describe('LiveView', () => {
  it('lets deltas flow as text and sets the rest off on lines of its own', () => {
    const view = shown(
      text('\n\nHel'),
      text('lo'),
      chunk('thought', { text: 'I should\nlook.' }),
      chunk('tool', { event: 'tool.started', tool: 'terminal', preview: 'ls -a' }),
      chunk('tool', { event: 'tool.completed', tool: 'terminal', duration: 1.25, error: false }),
      text('Done.'),
      chunk('done', { event: 'run.completed' }),
      result({ action_result: { action_id: 'act_1', status: 'completed' } }),
    );
    expect(view).toBe(
      [
        'Hello',
        '~ I should look.',
        '> terminal ls -a',
        '< terminal 1.3 s',
        'Done.',
        '= act_1 completed',
        '',
      ].join('\n'),
    );
  });

  const completed = result({
    action_result: {
      action_id: 'act_1',
      status: 'completed',
      output: { provider: { output: 'All\ndone.' } },
    },
  });

  it('R3: shows the text of the result when no chunk brought it, once', () => {
    expect(shown(completed, completed)).toBe('All\ndone.\n= act_1 completed\n= act_1 completed\n');
  });

  it('O6: shows the text of the result when the stream ended before it was all said', () => {
    const ended = chunk('progress', { event: 'connector.stream_ended', reason: 'closed' });
    expect(shown(text('All'), ended, completed)).toContain('All\ndone.\n= act_1 completed\n');
  });

  it('does not repeat what flowed', () => {
    expect(shown(text('All\ndone.'), completed)).toBe('All\ndone.\n= act_1 completed\n');
  });

  it('closes a line that still flows', () => {
    expect(shown(text('half a sen'))).toBe('half a sen\n');
  });

  it('boxes a prompt and says how it is answered', () => {
    const prompt = { command: 'rm -r ./build', description: 'recursive delete', choices: ['once', 'deny'] };
    const waiting = result({ action_result: { action_id: 'act_1', status: 'requires_human' } });
    expect(shown(chunk('pending_approval', prompt), waiting)).toMatchInlineSnapshot(`
      "┌ A person must decide ─────────┐
      │ description: recursive delete │
      │ command: rm -r ./build        │
      │ choices: once, deny           │
      └───────────────────────────────┘
      = act_1 waits for a person
        Next: Answer the prompt in Hermes itself, or wait until it times out there; the run is followed on: aip-hermes watch act_1 --run
      "
    `);
  });

  it('wraps a prompt, so that a person sees all of what they decide on', () => {
    const command = `run ${'x'.repeat(150)} and ${Array.from({ length: 60 }, (_, at) => `w${at}`).join(' ')} end`;
    const box = shown(chunk('pending_approval', { command })).trimEnd().split('\n');
    expect(new Set(box.map((line) => line.length))).toEqual(new Set([80]));
    const inside = box.slice(1, -1).map((line) => line.slice(2, -2).trimEnd());
    expect(inside.join('').replaceAll(' ', '')).toBe(`command: ${command}`.replaceAll(' ', ''));
  });

  it('an error reply names the watched id, the message it answers, and suggests nothing about what is gone', () => {
    const value = { in_response_to: 'msg_c', body: { error: { error: { code: 'resource.not_found' } } } };
    const message = { topic: 'results', key: 'k', headers: {}, value } as const;
    expect(shown(message)).toMatch(
      /= act_1 failed \(resource\.not_found\), answer to msg_c\n {2}Next: Check the id.*: aip-hermes list\n$/,
    );
    const gone = new LiveView(plain, 80, { id: null, suggest: () => null });
    expect(gone.render(message)).toBe(
      '= the command failed (resource.not_found), answer to msg_c\n  Next: Check the id.\n',
    );
  });

  it.each([
    [
      {
        action_result: {
          action_id: 'a',
          status: 'failed',
          error: { code: 'x.operator_failed', message: 'It broke.' },
        },
      },
      /a failed \(x\.operator_failed\)\n {2}It broke\.\n.*audit a/,
    ],
    [
      {
        action_result: {
          action_id: 'a',
          status: 'failed',
          error: { code: 'x.operator_outcome_unknown', message: '?' },
        },
      },
      /outcome unknown[\s\S]*never repeated/,
    ],
    [
      {
        action_result: {
          action_id: 'a',
          status: 'failed',
          error: { code: 'x.operator_policy', details: { rule: 'B3' } },
        },
      },
      /a failed \(x\.operator_policy, rule B3\)/,
    ],
    [{ action_result: { action_id: 'a', status: 'cancelled' } }, /a cancelled\n {2}Next: .*audit a\n$/],
    [
      { ack: { action_id: 'a', status: 'rejected', reason: 'No.' } },
      /a rejected: No\.\n {2}Next: The refused cancel.*show a\n$/,
    ],
    [{ ack: { action_id: 'a', status: 'queued' } }, /a queued/],
    [
      { error: { error: { code: 'resource.not_found', message: 'Nobody.' } } },
      /resource\.not_found\)\n {2}Nobody\./,
    ],
  ])('tells the reply %j', (body, line) => {
    expect(shown(result(body))).toMatch(line);
  });

  it('lets nothing of the provider steer the terminal', () => {
    const hostile = '\u001b[2J\u001b]0;owned\u0007 \u009b31m \u202egnp.exe';
    const view = shown(
      text(hostile),
      chunk('thought', { text: hostile }),
      chunk('tool', { tool: hostile, preview: hostile }),
    );
    // eslint-disable-next-line no-control-regex -- exactly these must be gone
    expect(view).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('survives messages of any shape', () => {
    for (const value of [
      null,
      {},
      { body: 1 },
      { body: { stream_chunk: {} } },
      { body: { ack: {} } },
      { body: { action_result: {} } },
    ])
      expect(typeof shown({ topic: 'results', key: null, headers: {}, value })).toBe('string');
  });

  it('dims and colours only with colour', () => {
    const view = new LiveView(createStyle(true), 80, reader);
    expect(view.render(chunk('thought', { text: 'hm' }))).toContain('\u001b[2m');
  });
});
