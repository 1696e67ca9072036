import type { AnyJsonObject } from '../json/walk-json.js';
import { canonicalJson } from './canonical-json.js';
import { sha256Hex } from './sha256.js';

/** Hash of a receipt in wire form without its `hash`; `previous_hash` is covered when set (aip section 4). */
export function receiptHash(receipt: AnyJsonObject): string {
  return sha256Hex(canonicalJson({ ...receipt, hash: undefined }));
}

/** Root of a receipt chain: hash of all receipt hashes joined without separator (aip section 4). */
export function chainRootHash(receiptHashes: readonly string[]): string {
  return sha256Hex(receiptHashes.join(''));
}
