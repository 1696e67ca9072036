import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../project-files.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Named in rules and advice, and said to be missing in the README. */
const NOT_BUILT = ['reconcile', 'stop-run', 'verify'];

const built = projectFiles(root, ['services/cli/src/commands'], /(?<!\.test)\.ts$/u).flatMap((path) =>
  [...read(path).matchAll(/\.command\('([a-z-]+)'\)/gu)].map(([, name = '']) => name),
);

describe('commands that pages name', () => {
  it.each(projectFiles(root, [''], /\.md$/u))('%s: they exist, or are known to be missing', (page) => {
    const named = [...read(page).matchAll(/\baip-hermes ([a-z][a-z-]*)/gu)].map(([, name = '']) => name);
    expect(named.filter((name) => !built.includes(name) && !NOT_BUILT.includes(name))).toEqual([]);
  });

  it('what is missing is really missing, and the README says so', () => {
    const [missing = ''] = /^\*\*Not built yet:\*\*[\s\S]*?\n\n/mu.exec(read('README.md')) ?? [];
    for (const name of NOT_BUILT) {
      expect(built).not.toContain(name);
      expect(missing).toContain(`\`${name}\``);
    }
  });

  it('every command there is stands in the page of the command line', () => {
    expect(built).toContain('up');
    const page = read('services/cli/README.md');
    expect(built.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
