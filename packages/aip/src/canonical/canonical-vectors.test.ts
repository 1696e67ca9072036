import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { parseLossless } from '../json/parse-lossless.js';
import { actionInputHash, idempotencyHash, planHash, type HashedAction } from './action-hashes.js';
import { canonicalJson } from './canonical-json.js';
import { chainRootHash, receiptHash } from './receipt-hashes.js';
import { sha256Hex } from './sha256.js';

interface Vector {
  readonly name: string;
  readonly value?: Record<string, Json>;
  readonly canonical?: string;
  readonly sha256?: string;
  readonly hashes?: string[];
  readonly signature?: string;
}

const text = readFileSync(new URL('../../fixtures/examples/canonical-vectors.json', import.meta.url), 'utf8');
const vectors = (JSON.parse(text) as { vectors: Vector[] }).vectors;
const vector = (name: string): Vector => vectors.find((it) => it.name === name)!;

describe('aip section 4: canonical vectors', () => {
  it.each(vectors.filter((it) => it.value !== undefined))('$name', ({ value, canonical, sha256 }) => {
    expect(canonicalJson(value!)).toBe(canonical);
    expect(sha256Hex(canonical!)).toBe(sha256);
    const lossless = parseLossless(JSON.stringify(value), { maxBytes: 10_000, maxDepth: 10 });
    expect(lossless.kind === 'ok' && canonicalJson(lossless.value)).toBe(canonical);
  });

  it('hashes of an action', () => {
    const action = vector('action_input_hash_with_transaction').value as unknown as HashedAction;
    const bare = { capability_id: action.capability_id, input: action.input };
    const padded = { ...action, transaction: { ...action.transaction, compensation_for: null } };
    expect(actionInputHash(bare)).toBe(vector('action_input_hash_no_transaction').sha256);
    expect(actionInputHash({ ...bare, transaction: null })).toBe(actionInputHash(bare));
    expect(idempotencyHash(bare)).toBe(actionInputHash(bare));
    for (const it of [action, padded]) {
      expect(actionInputHash(it)).toBe(vector('action_input_hash_with_transaction').sha256);
      expect(idempotencyHash(it)).toBe(vector('idempotency_input_hash_with_transaction').sha256);
      expect(planHash(it)).toBe(vector('transaction_plan_input_hash').sha256);
    }
  });

  it('hashes of receipts and their chain', () => {
    const [first, second] = [vector('receipt_1_hash'), vector('receipt_2_hash')];
    expect(receiptHash(first.value!)).toBe(first.sha256);
    expect(receiptHash({ ...second.value, hash: 'its own' })).toBe(second.sha256);
    const root = vector('receipt_chain_root_hash');
    expect(chainRootHash(root.hashes!)).toBe(root.sha256);
  });

  it('the bytes an envelope signature covers', () => {
    const { canonical, sha256, signature } = vector('envelope_signing_bytes');
    const normal = JSON.parse(canonical!) as { security: { did: string } };
    expect(canonicalJson(normal)).toBe(canonical);
    expect(sha256Hex(canonical!)).toBe(sha256);
    const key = base58(normal.security.did.slice('did:key:z'.length)).subarray(2).toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    expect(verify(null, Buffer.from(canonical!), publicKey, Buffer.from(signature!, 'base64'))).toBe(true);
  });
});

function base58(text58: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const value = Array.from(text58).reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n);
  return Buffer.from(value.toString(16), 'hex');
}
