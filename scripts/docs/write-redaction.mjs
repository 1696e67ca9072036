// @ts-check
// Writes docs/redaction.md from the built table of patterns: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CREDENTIAL_PATTERNS, MEMBER_RULE } from '@aip-hermes/binding';
import { formatted } from './formatted.mjs';
import { redactionPage } from './redaction-page.mjs';

const path = join(import.meta.dirname, '../../docs/redaction.md');
writeFileSync(path, await formatted(path, redactionPage([MEMBER_RULE, ...CREDENTIAL_PATTERNS])));
