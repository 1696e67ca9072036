// @ts-check
// Writes docs/commands.md from the built command line: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsPage } from './commands-page.mjs';
import { formatted } from './formatted.mjs';

const root = join(import.meta.dirname, '../..');
/** @type {typeof import('../../services/cli/src/program.js')} */
const { createProgram } = await import(`${root}/services/cli/dist/program.js`);

/** @returns {never} */
function noOutput() {
  throw new Error('building the command line writes nothing');
}

const path = join(root, 'docs/commands.md');
writeFileSync(path, await formatted(path, commandsPage(await createProgram(noOutput, undefined, null))));
