import { describe, expect, it } from 'vitest';
import { idempotencyHeader, type StartIdentity } from './idempotency-header.js';

const START: StartIdentity = {
  capability: 'cap:hermes_agent:hermes-a:operator',
  tenant: { id: 'tenant-a', system: null },
  actionId: 'act_1',
  key: 'Bestellung-größe-№7-😀'.repeat(14),
};

describe('idempotencyHeader', () => {
  it('C49: 43 header-safe characters whatever the key holds', () => {
    for (const key of [START.key, '', '\r\n', '\ud83d', 'k']) {
      expect(idempotencyHeader({ ...START, key })).toMatch(/^[A-Za-z0-9_-]{43}$/);
    }
  });

  it('C49: the same on every instance', () => {
    expect(idempotencyHeader({ ...START, key: 'key-1' })).toBe('bB1Kj2Sr5M6Qq4xANHYrHWxfkAqj2v7epaPgfLwa9Ts');
  });

  it('DESIGN 6: no two starts share a header', () => {
    const starts: StartIdentity[] = [
      START,
      { ...START, tenant: null },
      { ...START, tenant: { id: 'tenant-b', system: null } },
      { ...START, tenant: { id: 'tenant-a', system: 'crm' } },
      { ...START, actionId: 'act_2' },
      { ...START, key: 'other' },
      { ...START, capability: 'cap:hermes_agent:hermes-b:operator' },
      { ...START, actionId: 'act_1","k', key: 'x' },
      { ...START, actionId: 'act_1', key: 'k","x' },
    ];
    expect(new Set(starts.map(idempotencyHeader)).size).toBe(starts.length);
  });
});
