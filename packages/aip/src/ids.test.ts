import { describe, expect, it } from 'vitest';
import { derivedMessageId, formatId } from './ids.js';

describe('ids', () => {
  it('aip section 2: a prefix and 32 lower-case digits', () => {
    const id = 'act_0197f3a2b4c07d1e8a5b6c7d8e9f0a1b';
    expect(formatId('act', '0197F3A2-B4C0-7D1E-8A5B-6C7D8E9F0A1B')).toBe(id);
    expect(formatId('act', '0197f3a2b4c07d1e8a5b6c7d8e9f0a1b')).toBe(id);
  });

  it.each(['', 'act', '0197f3a2b4c07d1e8a5b6c7d8e9f0a1', '0197f3a2b4c07d1e8a5b6c7d8e9f0a1g'])(
    'refuses %j for a UUID',
    (uuid) => {
      expect(() => formatId('msg', uuid)).toThrow(TypeError);
    },
  );

  it('DESIGN 4: a derived message id repeats for one event and index and differs otherwise', () => {
    expect(derivedMessageId('e', 0)).toBe('msg_196aee3fa6dec7d39acdcdb2e60e366a');
    expect(new Set([derivedMessageId('e', 0), derivedMessageId('e', 1), derivedMessageId('f', 0)]).size).toBe(
      3,
    );
  });
});
