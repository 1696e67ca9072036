import { expect, it } from 'vitest';
import { auditProgress } from './audit-progress.js';

it.each([
  [{ audited: 0, position: null, head: '00000000000000000200' }, '0 Actions audited, 0 % of the log'],
  [
    { audited: 7, position: '00000000000000000099', head: '00000000000000000200' },
    '7 Actions audited, 49 % of the log',
  ],
  [{ audited: 7, position: '300', head: '200' }, '7 Actions audited, 100 % of the log'],
  [{ audited: 7, position: 'C:1/P:1', head: 'C:2/P:2' }, '7 Actions audited'],
  [{ audited: 7, position: null, head: null }, '7 Actions audited'],
])('%j is told as %s', (progress, text) => {
  expect(auditProgress(progress)).toBe(text);
});
