// @ts-check
// Writes docs/errors.md from the built catalogue: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CATALOGUE } from '@aip-hermes/binding';
import { errorsPage } from './errors-page.mjs';
import { formatted } from './formatted.mjs';

const path = join(import.meta.dirname, '../../docs/errors.md');
writeFileSync(path, await formatted(path, errorsPage(ERROR_CATALOGUE)));
