import type { Violation } from './facts.js';

/** G10: the credential is nowhere in what the product wrote. */
export function checkCanary(canary: string, where: string, text: string): Violation | null {
  return text.includes(canary) ? { guarantee: 'G10', why: `the credential is in ${where}` } : null;
}
