import type { KillCase } from './expected-end.js';

/** How a case is called in the title of a test. */
export function caseTitle({ point, variant }: Pick<KillCase, 'point' | 'variant'>): string {
  return variant === '' ? point : `${point} ${variant}`;
}
