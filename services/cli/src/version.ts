import { createRequire } from 'node:module';

/** Version of this program, from its package. */
export const VERSION = (createRequire(import.meta.url)('../package.json') as { readonly version: string })
  .version;
