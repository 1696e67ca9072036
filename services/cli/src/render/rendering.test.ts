import { describe, expect, it } from 'vitest';
import { fieldTable } from './field-table.js';
import { ageText, listTable } from './list-table.js';
import { logLine } from './log-line.js';
import { printable, printableLine } from './printable.js';
import { createStyle } from './style.js';
import { verdictTable } from './verdict-table.js';
import { wrapped } from './wrapped.js';

const plain = createStyle(false);

describe('text for people', () => {
  it('printable keeps lines and tabs, and lets no control character through', () => {
    expect(printable('a\tb\r\nc\rd\u001b[1m')).toBe('a\tb\nc\ufffdd\ufffd[1m');
    expect(printableLine('a \n\n b', 10)).toBe('a b');
    expect(printableLine('abcdef', 4)).toBe('abc…');
  });

  it('wraps at blanks, keeps long words whole, loses nothing', () => {
    expect(wrapped('aa bb cc', 5)).toEqual(['aa bb', 'cc']);
    expect(wrapped('abcdefgh ij', 4)).toEqual(['abcdefgh', 'ij']);
    expect(wrapped('', 4)).toEqual(['']);
  });

  it.each([
    [-5, '0s'],
    [999, '0s'],
    [59_999, '59s'],
    [3_600_000, '1h'],
    [90_000_000, '1d'],
  ])('%i ms are %s', (ms, text) => {
    expect(ageText(ms)).toBe(text);
  });

  it('a list has one binding a line', () => {
    const row = {
      action_id: 'act_1',
      endpoint_id: 'hermes-a',
      status: 'waiting_for_approval',
      last_event: null,
      run_id: null,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    } as const;
    const lines = listTable([row], Date.parse('2026-01-01T00:02:00Z'), plain).split('\n');
    expect(lines[1]).toMatch(/^act_1 +hermes-a +waiting_for_approval +2m +-$/);
  });

  it('fields stand in two columns, null as a dash, long values in lines', () => {
    const text = fieldTable({ status: 'running', run_id: null, output: { a: 'x'.repeat(40) } }, plain, 40);
    expect(text.split('\n')).toEqual([
      'status  running',
      'run_id  -',
      'output  {',
      `          "a": "${'x'.repeat(40)}"`,
      '        }',
    ]);
  });

  it('verdicts say what is guaranteed and why', () => {
    const text = verdictTable([{ guarantee: 'G1', verdict: 'broken', why: 'two starts' }], plain, 100);
    expect(text).toBe('G1   broken         at most one start per Action  two starts');
  });

  it('a log line for a terminal has time, level, words and facts', () => {
    const json =
      '{"level":"warn","time":"2026-01-01T10:20:30.456Z","endpoint_id":"a","err":{"message":"no\\u001b"},"msg":"down"}';
    expect(logLine(json, plain)).toBe('10:20:30.456 warn  down endpoint_id=a err=no\ufffd\n');
    expect(logLine('not json', plain)).toBe('not json');
  });
});
