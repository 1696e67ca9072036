import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.js';

const LIMIT = 100_000;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An action command whose context is this JSON text. */
function command(context = 'null'): string {
  const action = `{"id":"act_1","capability_id":"c","input":{"objective":"x","context":${context}}}`;
  return `{"aip_version":"1.0","message_type":"aip.core.v1.action","message_id":"m","sent_at":"2026-07-09T00:00:00Z","body":{"action":${action}}}`;
}

describe('reading a command', () => {
  it('B2: keeps number text beside the plain envelope', () => {
    const read = readCommand(bytes(command('1.0')), LIMIT);
    expect(read).toMatchObject({ kind: 'envelope', envelope: { message_id: 'm' } });
    expect(JSON.stringify(read)).toContain('1.0');
  });

  it.each([
    ['9007199254740993', /^integers beyond 2\^53 - 1 .* see \/body\/action\/input\/context$/],
    ['{"a":1,"a":2}', /^a member appears twice/],
    [`${'['.repeat(130)}${']'.repeat(130)}`, /^nested deeper than 128 levels/],
    ['"\\ud800"', /^the text is not well-formed Unicode at \/body\/action\/input\/context$/],
  ])('B2: a valid envelope with %.20s is inexact: whom to answer is known', (context, problem) => {
    const read = readCommand(bytes(command(context)), LIMIT);
    expect(read).toMatchObject({ kind: 'inexact', envelope: { message_id: 'm' } });
    expect(read.kind === 'inexact' ? read.problem : '').toMatch(problem);
  });

  it('G11, G13: a reason is short and well-formed whatever names the record has', () => {
    for (const name of ['n'.repeat(50_000), '\\ud83d'.repeat(900)]) {
      const inexact = readCommand(bytes(command(`{"${name}":9007199254740993}`)), LIMIT);
      const dead = readCommand(bytes(`{"${name}":1}`), LIMIT);
      const texts = [
        inexact.kind === 'inexact' ? inexact.problem : '',
        dead.kind === 'dead' ? dead.reason.message : '',
      ];
      for (const text of texts) {
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(1_000);
        expect(/[\ud800-\udfff]/u.test(text)).toBe(false);
      }
    }
  });

  it('G11: the bytes that fit and one more', () => {
    expect(readCommand(bytes('x'.repeat(LIMIT)), LIMIT)).toMatchObject({ reason: { code: 'not_json' } });
    expect(readCommand(bytes('x'.repeat(LIMIT + 1)), LIMIT)).toMatchObject({ reason: { code: 'too_large' } });
    expect(readCommand(null, LIMIT)).toMatchObject({ reason: { code: 'empty' } });
  });
});
