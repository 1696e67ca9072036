import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../project-files.mjs';
import { privatePlaces } from './private-places.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('places that belong to one machine', () => {
  it('a registry and a home directory are found, other paths are not', () => {
    const host = ['registry', 'example', 'org'].join('.');
    const home = ['', 'home', 'someone', 'x'].join('/');
    const text = `see https://${host}/x\ncd ${home}\nGET /v1/runs\n<data>/home/x\n"/p/home/x"\nhttps://example.org/home/page`;
    expect(privatePlaces(text)).toEqual([`see https://${host}/x`, `cd ${home}`]);
  });

  it('no page, source or configuration names one', () => {
    const files = projectFiles(root, [''], /\.(md|ts|mjs|cjs|js|json|ya?ml)$|\.npmrc$|\.ci\/run$/u);
    const found = files
      .filter((path) => !path.includes('/fixtures/'))
      .flatMap((path) => privatePlaces(read(path)).map((line) => `${path}: ${line.trim()}`));
    expect(found).toEqual([]);
  });

  it('the lock file says what is installed, not from where', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { resolved?: string; link?: boolean }>;
    };
    const placed = Object.entries(packages).filter(
      ([, { resolved, link }]) => resolved !== undefined && !link,
    );
    expect(placed.map(([name]) => name)).toEqual([]);
  });
});
