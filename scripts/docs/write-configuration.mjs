// @ts-check
// Writes docs/configuration.md from the built schemas: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configKeys } from '@aip-hermes/config';
import { configurationPage } from './configuration-page.mjs';
import { formatted } from './formatted.mjs';

const path = join(import.meta.dirname, '../../docs/configuration.md');
writeFileSync(path, await formatted(path, configurationPage(configKeys())));
