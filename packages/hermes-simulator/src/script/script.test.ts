import { describe, expect, it } from 'vitest';
import { BUILT_IN_SCRIPTS } from './built-in-scripts.js';
import { pickScript } from './pick-script.js';
import { readScript } from './read-script.js';
import { redactCommand } from './redact.js';
import { terminalPreview } from './tool-preview.js';
import { danger, runCommand } from './tool-table.js';

const BY_NAME = new Map(BUILT_IN_SCRIPTS.map((script) => [script.name, script]));

describe('choice of a script', () => {
  it.each([
    ['SCRIPT=plain go', 'plain'],
    ['{"task":"SCRIPT=approval"}', 'approval'],
    ['{\\"task\\":\\"first\\nSCRIPT=failing\\"}', 'failing'],
    ['SCRIPT=plain then SCRIPT=long', 'long'],
    ['Please run SCRIPT=plain.', 'plain'],
    ['SCRIPT=nobody', undefined],
    ['nothing', undefined],
  ])('%s', (text, name) => {
    expect(pickScript(text, BY_NAME)?.name).toBe(name);
  });
});

describe('scripts as data', () => {
  it('reads every kind of step', () => {
    const question = {
      command: 'x',
      description: 'd',
      patternKey: 'p',
      choices: ['once', 'deny'],
      timeoutMs: 5,
    };
    const steps = [
      { emit: { event: 'odd', n: 1 } },
      { text: ['a', 'b'], gapMs: 1 },
      { tool: { name: 'terminal', preview: null, durationMs: 1, error: true, approval: question } },
      { reasoning: 'r' },
      { waitApproval: question, ifAllowed: [{ sleepMs: 1 }], ifDenied: [{ cancelled: true }] },
      { complete: { output: 'o', usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } } },
      { fail: { error: 'e' } },
    ];
    expect(readScript({ name: 's', steps })).toEqual({ name: 's', steps });
  });

  it('reads the turns of the lab kit', () => {
    const turns = [
      { chunks: 'x', tool_calls: [{ name: 't', arguments: '{bad' }], usage: null, cut_after: 1 },
    ];
    expect(readScript({ name: 's', turns })).toEqual({
      name: 's',
      turns: [{ chunks: ['x'], toolCalls: [{ name: 't', arguments: '{bad' }], usage: null, cutAfter: 1 }],
    });
  });

  it.each([
    [{ name: 's', steps: [] }, 'script.steps: expected 1 to'],
    [{ name: 'a b', steps: [{ sleepMs: 1 }] }, 'script.name: expected'],
    [{ name: 's', steps: [{ sleepMs: -1 }] }, 'script.steps[0].sleepMs: expected a number'],
    [{ name: 's', steps: [{ jump: 1 }] }, 'script.steps[0]: expected one of emit'],
    [{ name: 's', steps: [{ sleepMs: 1, reasoning: 'x' }] }, 'script.steps[0]: expected one of emit'],
    [{ name: 's', turns: [{ chunks: [1] }] }, 'script.turns[0].chunks[0]: expected a string'],
    [[], 'script: expected an object'],
  ])('names the place of a mistake: %j', (value, message) => {
    expect(() => readScript(value)).toThrow(message);
  });
});

describe('simulated terminal', () => {
  it.each([
    ['sleep 1; echo a && echo b > ./f', 'sleep 1 + 2 commands'],
    ['echo x > /etc/f', 'echo x'],
    ['echo oops >&2; exit 3', 'echo oops + 1 command'],
    ["bash -c 'a; b'", "bash -c 'a; b'"],
    ['a\nb\tc', 'a b c'],
  ])('5.3: preview of %j', (command, preview) => {
    expect(terminalPreview({ command })).toBe(preview);
  });

  it.each([
    ['rm -r ./x', { ask: 'recursive delete' }],
    ['rm -f ./x', undefined],
    ['rm -rf /', 'refused'],
    ['chmod 644 x', undefined],
    ['git status', undefined],
  ])('6.1: guard of %j', (command, expected) => {
    expect(danger(command)).toEqual(expected);
  });

  it('takes time for sleep and fails for exit', () => {
    expect(runCommand({ command: 'sleep 0.5; exit 3' })).toMatchObject({
      durationMs: 510,
      error: true,
      content: { exit_code: 3 },
    });
  });

  it('6.2: hides secrets in a question', () => {
    expect(redactCommand('API_KEY=abc curl')).toBe('API_KEY=*** curl');
  });
});
