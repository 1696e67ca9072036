import { objectAt, textAt, type Loose } from '../watch/published.js';
import { printableLine } from './printable.js';

/** The code of an error, with the rule that a refusal follows (SPEC 11); empty without a code. */
export function errorLabel(error: Loose | null): string {
  const code = textAt(error, 'code');
  if (code === null) return '';
  const rule = textAt(objectAt(error, 'details'), 'rule');
  return printableLine(rule === null ? code : `${code}, rule ${rule}`);
}
