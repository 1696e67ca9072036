// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../packages/aip/schemas');
const ENDING = '.schema.json';

/**
 * The schemas of AIP by name, in the order of their names.
 *
 * @returns {Record<string, object>}
 */
export function readAipSchemas() {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
  return Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name + ENDING), 'utf8'))]),
  );
}
