import { memberAt } from './member-at.js';

const PLACES = [
  ['body', 'action', 'id'],
  ['body', 'cancel', 'target', 'action'],
  ['body', 'delegation_request', 'child_action', 'id'],
] as const;

/** The Action that the value of a command record is about, as far as it can be read; null when it names none. */
export function commandAction(value: Uint8Array | null): string | null {
  if (value === null) return null;
  const text = new TextDecoder().decode(value);
  for (const place of PLACES) {
    const id = memberAt(text, place);
    if (typeof id === 'string') return id;
  }
  return null;
}
