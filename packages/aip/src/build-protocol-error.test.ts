import { expect, it } from 'vitest';
import { protocolError } from './build-protocol-error.js';
import { protocolErrorSchema } from './messages/protocol-error.js';

it('aip section 1: unset members of an error are absent, false and 0 are kept', () => {
  const bare = { code: 'action.invalid_input', message: 'no', category: 'permanent' } as const;
  expect(Object.keys(protocolError({ ...bare, details: undefined }))).toEqual([
    'code',
    'message',
    'category',
  ]);
  const full = protocolError({
    ...bare,
    retryable: false,
    retryAfterMs: 0,
    details: null,
    source: { component: 'x' },
  });
  expect(full).toEqual({
    ...bare,
    retryable: false,
    retry_after_ms: 0,
    details: null,
    source: { component: 'x' },
  });
  expect(protocolErrorSchema.safeParse(full).success).toBe(true);
});
