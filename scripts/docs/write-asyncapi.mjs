// @ts-check
// Writes docs/asyncapi.json from the schemas of AIP: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_VERSION } from '@aip-hermes/binding';
import { asyncApi } from './asyncapi.mjs';
import { formatted } from './formatted.mjs';
import { readAipSchemas } from './read-aip-schemas.mjs';

const path = join(import.meta.dirname, '../../docs/asyncapi.json');
const document = JSON.stringify(asyncApi(readAipSchemas(), PROJECTION_VERSION), null, 2);
writeFileSync(path, await formatted(path, document));
