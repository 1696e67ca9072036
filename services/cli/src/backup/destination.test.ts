import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginDestination } from './destination.js';

/** A data directory that is not there. */
const SOURCE = '/nowhere/data';

let folder: string;
const at = (...names: string[]): string => join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-destination-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the directory of a backup', () => {
  it.each([false, true])('has its name when it is kept, not before; was there empty: %s', (wasThere) => {
    if (wasThere) mkdirSync(at('to'));
    const destination = beginDestination(at('to'), SOURCE, 0);
    writeFileSync(join(destination.draft, 'file'), 'x');
    expect(readdirSync(folder).filter((name) => name === 'to')).toEqual(wasThere ? ['to'] : []);
    destination.keep();
    destination.discard();
    expect([readdirSync(folder), readdirSync(at('to'))]).toEqual([['to'], ['file']]);
    expect(statSync(at('to')).mode & 0o777).toBe(0o700);
  });

  it('is gone when it is discarded', () => {
    beginDestination(at('to'), SOURCE, 0).discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['full', /is not empty/],
    ['full/file', /is not empty/],
    ['no/where', /There is no directory/],
    ['/', /is not empty/],
    ['/proc', /is not empty/],
  ])('%s is refused, and nothing is left', (name, why) => {
    mkdirSync(at('full'));
    writeFileSync(at('full', 'file'), 'x');
    const to = name.startsWith('/') ? name : at(name);
    expect(() => beginDestination(to, SOURCE, 0)).toThrow(why);
    expect(readdirSync(folder)).toEqual(['full']);
  });

  it.each(['there', 'nowhere'])('a symbolic link to %s is refused before anything is copied', (target) => {
    mkdirSync(at('there'));
    symlinkSync(at(target), at('to'));
    expect(() => beginDestination(at('to'), SOURCE, 0)).toThrow(/is a symbolic link/);
    expect(readdirSync(folder).sort()).toEqual(['there', 'to']);
  });

  it('G7: inside the data directory is refused, by whatever way it is named; beside it is not', () => {
    mkdirSync(at('data', 'sub'), { recursive: true });
    symlinkSync(at('data'), at('other'));
    for (const to of [at('data', 'to'), at('data', 'sub', 'to'), at('other', 'to'), at('data', 'sub')])
      expect(() => beginDestination(to, at('data'), 0)).toThrow(/is inside the data directory/);
    expect(() => beginDestination(at('to'), at('other', 'sub'), 0).discard()).not.toThrow();
    beginDestination(at('data-2'), at('data'), 0).discard();
    expect(readdirSync(folder).sort()).toEqual(['data', 'other']);
  });

  it('is refused where there is no room', () => {
    expect(() => beginDestination(at('to'), SOURCE, Number.MAX_SAFE_INTEGER)).toThrow(/needs about .* free/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
