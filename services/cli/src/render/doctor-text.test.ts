import { describe, expect, it } from 'vitest';
import { checksOf } from '../doctor/check.js';
import { reportOf } from '../doctor/report.js';
import { doctorText } from './doctor-text.js';
import { createStyle } from './style.js';

const FACTS = { version: 'v', commit: 'c', node: 'n', data: '/d', checked_at: 't' };
const log = checksOf('log');
const a = checksOf('endpoint', 'a');
const checks = [
  log.ok('size', 'One two three four five six seven eight nine ten.'),
  log.warning('writable', 'Short.', 'Do this.'),
  log.warning('commands', 'Waiting.', 'Start it: aip-hermes up --data /a/long/directory'),
  log.warning('files', 'Open.', 'Close: chmod 600 /d'),
  checksOf('data').ok('disk', 'Free.'),
  a.unreachable('reachable', 'odd \u001b[31m\nwords', null),
];

describe('the report of doctor as text', () => {
  it('has a block an area, aligned columns, what to do below, and a summary', () => {
    expect(doctorText(reportOf(FACTS, checks), createStyle(false), 54)).toBe(
      [
        'event log',
        '  ok       size       One two three four five six',
        '                      seven eight nine ten.',
        '  warning  writable   Short.',
        '                      -> Do this.',
        '  warning  commands   Waiting.',
        '                      -> Start it:',
        '                      aip-hermes up --data /a/long/directory',
        '  warning  files      Open.',
        '                      -> Close: chmod 600 /d',
        '',
        'data directory /d',
        '  ok       disk       Free.',
        '',
        'endpoint a',
        '  problem  reachable  odd \ufffd[31m words',
        '',
        '1 problem, 3 warnings, 2 ok',
      ].join('\n'),
    );
  });

  it('SPEC C4: a long name is not cut', () => {
    const name = 'endpoints[0].policy.allowed_capability_prefixes';
    const text = doctorText(reportOf(FACTS, [log.ok('a', 'B.'), log.ok(name, 'C.')]), createStyle(false), 54);
    expect(text).toContain(`\n  ok       ${name}\n                                     C.\n`);
  });

  it('colours states alone change nothing of the words', () => {
    const coloured = doctorText(reportOf(FACTS, checks), createStyle(true), 54);
    // eslint-disable-next-line no-control-regex -- the colours themselves
    const plain = coloured.replaceAll(/\u001b\[\d+m/g, '');
    expect(plain).toBe(doctorText(reportOf(FACTS, checks), createStyle(false), 54));
    expect(coloured).not.toBe(plain);
  });
});
