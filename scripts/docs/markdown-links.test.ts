import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../project-files.mjs';
import { deadLinks } from './markdown-links.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('links between pages', () => {
  it('a link to nothing, or to a heading that is not there, is found', () => {
    const page =
      '# Top part, 1\n[a](gone.md) [b](#top-part-1) [c](#no) [d](https://example.org) [e](docs)\n```\n[f](x)\n```\n';
    expect(deadLinks(root, 'page.md', () => page)).toEqual(['gone.md', '#no']);
  });

  it.each(projectFiles(root, [''], /\.md$/u))('%s: every relative link leads somewhere', (page) => {
    expect(deadLinks(root, page, read)).toEqual([]);
  });
});
