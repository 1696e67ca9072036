import { canonicalJson, parseLossless, sha256Hex, type LosslessJson } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { requestFingerprint, type RequestIdentity } from './fingerprint.js';

const REQUEST: RequestIdentity = {
  endpointId: 'hermes-a',
  capabilityId: 'cap:hermes_agent:hermes-a:operator',
  input: { objective: 'x', context: { b: 1, a: [true, null] } },
  idempotencyKey: 'key-1',
  delegation: null,
};

function lossless(text: string): LosslessJson {
  const parsed = parseLossless(text, { maxBytes: 10_000, maxDepth: 128 });
  if (parsed.kind === 'bad') throw new Error(parsed.message);
  return parsed.value;
}

describe('requestFingerprint', () => {
  it('B2: SHA-256 of the canonical JSON of the five parts', () => {
    const whole = canonicalJson({
      endpoint_id: 'hermes-a',
      capability_id: 'cap:hermes_agent:hermes-a:operator',
      input: { objective: 'x', context: { a: [true, null], b: 1 } },
      idempotency_key: 'key-1',
      delegation: null,
    });
    expect(requestFingerprint(REQUEST)).toBe(sha256Hex(whole));
  });

  it('B2: member order and white space do not matter, received or plain', () => {
    const input = lossless('{ "context": {"a":[true,null],"b":1}, "objective": "x" }');
    expect(requestFingerprint({ ...REQUEST, input })).toBe(requestFingerprint(REQUEST));
  });

  it('B2: every part counts', () => {
    const changed: RequestIdentity[] = [
      REQUEST,
      { ...REQUEST, endpointId: 'hermes-b' },
      { ...REQUEST, capabilityId: 'cap:hermes_agent:hermes-b:operator' },
      { ...REQUEST, input: { objective: 'y' } },
      { ...REQUEST, idempotencyKey: 'key-2' },
      { ...REQUEST, delegation: { delegation_id: 'del_1' } },
      { ...REQUEST, idempotencyKey: 'key-1","input":{}' },
    ];
    expect(new Set(changed.map(requestFingerprint)).size).toBe(changed.length);
  });

  it('C88: neighbouring large integers stay apart in the received form', () => {
    const [a, b] = ['15793596808644609', '15793596808644608'].map((ref) =>
      requestFingerprint({ ...REQUEST, input: lossless(`{"ref":${ref}}`) }),
    );
    expect(a).not.toBe(b);
  });
});
