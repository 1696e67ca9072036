import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../project-files.mjs';
import { findTests } from '../rules/find-tests.mjs';
import { ruleIdsIn } from '../rules/rule-ids.mjs';
import { namedTests } from './named-tests.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const titles = new Map<string, readonly string[]>();

/** Titles of the tests of a file, without those of their groups. */
function titlesIn(file: string): readonly string[] {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const found = findTests(file, read(file)).map(({ title }) => title.split(' > ').at(-1) ?? title);
  titles.set(file, found);
  return found;
}

const sections = read('docs/guarantees.md')
  .split(/^## (?=G\d)/mu)
  .slice(1)
  .map((section) => [section.slice(0, section.indexOf(':')), section] as const);

describe('tests that pages name', () => {
  it('a file in backticks and its title in quotes are read', () => {
    expect(namedTests('- `test/a.test.ts`: "S5: x\n  y"\n`test/b.test.ts` and "z"')).toEqual([
      { file: 'test/a.test.ts', title: 'S5: x y' },
    ]);
  });

  it.each(['docs/guarantees.md', 'SECURITY.md'])('%s: they exist under these titles', (page) => {
    const named = namedTests(read(page));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ file, title }) => !titlesIn(file).includes(title))).toEqual([]);
  });

  it.each(sections)('docs/guarantees.md: those named for %s cite it', (id, section) => {
    expect(namedTests(section).filter(({ title }) => !ruleIdsIn(title).includes(id))).toEqual([]);
  });

  it('docs/guarantees.md: every guarantee says all that an auditor asks, and names tests', () => {
    expect(sections.map(([id]) => id)).toEqual(Array.from({ length: 13 }, (_, index) => `G${index + 1}`));
    for (const [id, section] of sections) {
      for (const part of ['Promise.', 'Kept by', 'Audit', 'Does not cover']) {
        expect(section, id).toContain(`**${part}**`);
      }
      expect(namedTests(section), id).not.toEqual([]);
    }
  });

  it('docs/guarantees.md: what it says that the audit says stands in the sources of the audit', () => {
    const audits =
      read('docs/guarantees.md').match(/^\*\*(?:Audit|How the audit speaks\.)\*\*[\s\S]*?\n\n/gmu) ?? [];
    const quoted = audits.flatMap((text) =>
      [...text.replaceAll(/\s+/gu, ' ').matchAll(/"([^"]+)"/gu)].map(([, words = '']) =>
        words.replace(/ \.\.\.$/u, ''),
      ),
    );
    const sources = projectFiles(root, ['packages/audit/src'], /(?<!\.test)\.ts$/u)
      .map(read)
      .join('\n');
    expect(quoted.length).toBeGreaterThan(5);
    expect(quoted.filter((words) => !sources.includes(words))).toEqual([]);
  });
});
