import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { builtFrom } from './wire/built-from.js';

/** Version of this program, from its package. */
export const VERSION = (createRequire(import.meta.url)('../package.json') as { readonly version: string })
  .version;

/** Which program this is. */
export interface ProgramIdentity {
  readonly version: string;
  /** Short name of the commit it was built from, or `unknown`. */
  readonly commit: string;
}

/** Looked up when asked for: most commands need no repository. */
export function programIdentity(): ProgramIdentity {
  const commit = builtFrom(fileURLToPath(new URL('..', import.meta.url))) ?? 'unknown';
  return { version: VERSION, commit };
}

/** `0.1.0 (786bfcf)`. */
export function identityText({ version, commit }: ProgramIdentity): string {
  return `${version} (${commit})`;
}
