import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../project-files.mjs';
import { findTests } from '../rules/find-tests.mjs';
import { ruleIdsIn } from '../rules/rule-ids.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Paths from the root in backticks. */
function namedFiles(markdown: string): string[] {
  const named = markdown.matchAll(/`((?:packages|services|test|scripts|docs)\/[\w./-]+)`/gu);
  return [...named].map(([, path = '']) => path);
}

describe('files that pages name', () => {
  it.each(projectFiles(root, [''], /\.md$/u))('%s: they exist', (page) => {
    const gone = namedFiles(read(page)).filter((path) => !existsSync(join(root, path)));
    expect(gone).toEqual([]);
  });

  it('docs/architecture.md: files it names by their names alone exist', () => {
    const all = projectFiles(root, ['packages', 'services'], /\.ts$/u).map((path) => path.split('/').at(-1));
    const bare = [...read('docs/architecture.md').matchAll(/`([\w-]+\.ts)`/gu)].map(([, name = '']) => name);
    expect(bare.length).toBeGreaterThan(10);
    expect(bare.filter((name) => !all.includes(name))).toEqual([]);
  });

  const sections = read('docs/guarantees.md').split(/^## /mu).slice(1);
  it.each(sections.map((section) => [section.slice(0, section.indexOf(':')), section]))(
    'docs/guarantees.md: the tests it names for %s cite it',
    (id, section) => {
      const files = namedFiles(section).filter((path) => /\.test\.ts$|-contract\.ts$/u.test(path));
      const silent = files.filter(
        (file) => !findTests(file, read(file)).some(({ title }) => ruleIdsIn(title).includes(id)),
      );
      expect(silent).toEqual([]);
    },
  );
});
