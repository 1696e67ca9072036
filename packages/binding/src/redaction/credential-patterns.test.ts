import { describe, expect, it } from 'vitest';
import { CREDENTIAL_HINT, CREDENTIAL_PATTERNS } from './credential-patterns.js';
import { redactText } from './redact-text.js';

const once = ({ source, flags }: RegExp): RegExp => new RegExp(source, flags.replace('g', ''));

describe('the table of credential patterns', () => {
  it('G10: names are unique, every row has examples and texts that stay', () => {
    const names = CREDENTIAL_PATTERNS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { examples, stays } of CREDENTIAL_PATTERNS)
      expect([examples.length, stays.length]).not.toContain(0);
  });

  it.each(CREDENTIAL_PATTERNS)('G13: $name: every repeat is bounded', ({ pattern }) => {
    const bare = pattern.source.replace(/\\./g, '').replace(/\[(?:[^\]])*\]/g, 'C');
    expect(bare).not.toMatch(/[*+]|\{\d+,\}/);
  });

  for (const { name, pattern, examples, stays } of CREDENTIAL_PATTERNS) {
    it.each(examples)(`C52, G10: ${name}: %j becomes %j`, (before, after) => {
      expect(before).toMatch(once(pattern));
      expect(CREDENTIAL_HINT.test(before)).toBe(true);
      expect(redactText(before, [])).toBe(after);
      expect(redactText(after, [])).toBe(after);
    });
    it.each(stays)(`G10: ${name}: %j stays`, (text) => {
      expect(redactText(text, [])).toBe(text);
    });
  }

  it.each([
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'commit 786bfcf0123456789abcdef0123456789abcdef0',
    'run_550e8400-e29b-41d4-a716-446655440000',
    '{"usage":{"input_tokens":512,"output_tokens":128,"total_tokens":640,"cache_read_tokens":64}}',
    'act_01HZX3 in ses_7f, idempotency-key: aip-act-1',
    'https://host.example/team/repo/blob/main/src/token.ts#L10',
    'key=value; sort_key=a; foreign_key: user_id; cache_key: abc',
    'git log --oneline | head -3; docker run -p 80:80 -u 1000:1000 image',
    'The token bucket has 5 tokens; the secret of success is work.',
    'for (const token of tokens) if (token.type === "name") names.push(token.value);',
  ])('G10: %s stays', (text) => {
    expect(redactText(text, [])).toBe(text);
  });
});
