import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../services/cli/src/output.js';
import { createProgram } from '../../services/cli/src/program.js';
import { projectFiles } from '../project-files.mjs';
import { commandsPage } from './commands-page.mjs';
import { formatted } from './formatted.mjs';

const root = join(import.meta.dirname, '../..');
const path = join(root, 'docs/commands.md');

function noOutput(): Output {
  throw new Error('building the command line writes nothing');
}
const program = await createProgram(noOutput, undefined, null);

/** Long options of a command and of all below it. */
function optionsBelow(command: typeof program): readonly string[] {
  return [...command.options.flatMap(({ long }) => long ?? []), ...command.commands.flatMap(optionsBelow)];
}

describe('docs/commands.md', () => {
  it('is what `npm run docs` writes from the command line', async () => {
    expect(readFileSync(path, 'utf8')).toBe(await formatted(path, commandsPage(program)));
  });

  const known = new Set([...optionsBelow(program), '--help', '--version']);
  const OWN = /\baip-hermes [^`\n]*/gu;
  it.each(projectFiles(root, [''], /\.md$/u))('%s: options it gives to aip-hermes exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(OWN)].flatMap(([line]) =>
      [...line.matchAll(/(?<!\S)--[a-z][a-z-]*/gu)].map(([option]) => option),
    );
    expect(named.filter((option) => !known.has(option))).toEqual([]);
  });
});
