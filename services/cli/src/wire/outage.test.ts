import { expect, it } from 'vitest';
import { Outage } from './outage.js';

it('DESIGN 5: an outage is told when it begins, rarely while it lasts, and when it is over', () => {
  const lines: unknown[] = [];
  const told =
    (level: string) =>
    (fields: object, text: string): void =>
      void lines.push([level, text, fields]);
  const log = { debug: told('debug'), info: told('info'), warn: told('warn'), error: told('error') };
  let now = 1_000;
  const outage = new Outage({ file: 'f', meanwhile: 'away', afterwards: 'back' }, log, () => now);
  outage.worked();
  for (let second = 0; second < 130; second += 1) {
    outage.failed(new Error(`no ${second}`));
    now += 1_000;
  }
  outage.worked();
  outage.worked();
  const told130 = lines.splice(0);
  expect(told130).toEqual([
    ['error', 'away', { file: 'f', reason: 'no 0', lasts_ms: 0, failures: 1 }],
    ['error', 'away', { file: 'f', reason: 'no 60', lasts_ms: 60_000, failures: 61 }],
    ['error', 'away', { file: 'f', reason: 'no 120', lasts_ms: 120_000, failures: 121 }],
    ['info', 'back', { file: 'f', lasted_ms: 130_000, failures: 130 }],
  ]);
  // On the edge: now it works, now it does not.
  for (let second = 130; second < 250; second += 1) {
    outage.failed(new Error(`no ${second}`));
    outage.worked();
    now += 1_000;
  }
  expect(lines).toEqual([
    ['error', 'away', { file: 'f', reason: 'no 180', lasts_ms: 0, failures: 1 }],
    ['info', 'back', { file: 'f', lasted_ms: 0, failures: 1 }],
    ['error', 'away', { file: 'f', reason: 'no 240', lasts_ms: 0, failures: 1 }],
    ['info', 'back', { file: 'f', lasted_ms: 0, failures: 1 }],
  ]);
});
