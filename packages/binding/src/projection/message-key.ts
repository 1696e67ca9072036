import { wellFormedText } from '../result/well-formed-text.js';

/** Longest key and `aip-action-id`, UTF-16 units: a refused Action id may be any text; the body has it whole. */
export const MAX_KEY_CHARS = 512;

/** The key of an Action id's messages (DESIGN 4): cut to `MAX_KEY_CHARS`, well-formed; an operator Action id is its own. */
export function messageKey(actionId: string): string {
  return wellFormedText(actionId.length > MAX_KEY_CHARS ? actionId.slice(0, MAX_KEY_CHARS) : actionId);
}

/** Whether messages of other Action ids may lie under the key, too; never under that of an operator Action id. */
export function isSharedKey(key: string): boolean {
  return key.length >= MAX_KEY_CHARS || key.includes('\uFFFD');
}
