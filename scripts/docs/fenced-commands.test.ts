import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencedCommands } from './fenced-commands.mjs';

const root = join(import.meta.dirname, '../..');

describe('commands of a page that CI runs', () => {
  it('blocks fenced as sh ci, whole, and no others', () => {
    const page = 'a\n```sh ci\none\ntwo\n```\n```sh\nthree\n```\n```sh ci\nfour\n```\n';
    expect(fencedCommands(page)).toEqual(['one\ntwo\n', 'four\n']);
  });

  it('the README has some, and names the test command that .ci/run uses', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(fencedCommands(readme)).not.toEqual([]);
    expect(readme).toContain('npm ci && npm test\n');
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^npm ci\b[\s\S]*^npm test\b/mu);
  });
});
