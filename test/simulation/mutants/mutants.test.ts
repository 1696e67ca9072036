import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { edited, EditMisplaced } from './apply-edits.js';
import { MUTANTS } from './catalogue.js';
import { CONTROLS } from './controls.js';
import { verdictOf } from './verdict.js';
import { wantedOf } from './wanted.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const NAMES = MUTANTS.map(({ name }) => name);

describe('mutants of the sources as they are', () => {
  it.each([...MUTANTS, ...CONTROLS])('$name: each text stands in its file once', ({ edits }) => {
    for (const edit of edits) {
      const source = readFileSync(join(ROOT, edit.file), 'utf8');
      expect(edited(source, edit)).not.toBe(source);
    }
  });

  it('have names of their own and guarantees of the product', () => {
    expect(new Set(NAMES).size).toBe(NAMES.length);
    for (const { expected } of MUTANTS) expect(expected.join()).toMatch(/^G\d+(,G\d+)*$/);
  });

  it.each(['G1', 'G3', 'G4', 'G5', 'G6', 'G7', 'G8', 'G10', 'G11', 'G12', 'G13'])(
    '%s: at least one of them breaks it',
    (guarantee) => {
      expect(MUTANTS.filter(({ expected }) => expected.includes(guarantee))).not.toEqual([]);
    },
  );
});

describe('an edit', () => {
  const edit = { file: 'a.ts', text: 'one', replacement: 'two' };

  it('replaces the text, whatever the replacement holds', () => {
    expect(edited('a one b', { ...edit, replacement: "$& $' $1" })).toBe("a $& $' $1 b");
  });

  it.each(['none', 'one and one', ''])('of a text that does not stand in "%s" once is an error', (source) => {
    expect(() => edited(source.replace('none', 'nothing'), edit)).toThrow(EditMisplaced);
  });
});

describe('the verdict on a simulation', () => {
  const of = (...violations: readonly (readonly [guarantee: string, why: string])[]): string => {
    const named = violations.map(([guarantee, why]) => ({ guarantee, why }));
    const report = { seed: 2, violations: named, trace: [], lines: 0, kinds: [] };
    return verdictOf({ failed: named.length === 0 ? null : report, stderr: 'Error: said' }, ['G1', 'G3'])
      .kind;
  };

  it('is a find only when an expected guarantee is named', () => {
    expect(of(['G6', 'lost'], ['G3', 'not so'])).toBe('found');
    expect(of(['G6', 'lost'])).toBe('other');
    expect(of()).toBe('not_found');
  });

  it('is a crash or a time-out when no guarantee is named', () => {
    expect(of(['process', 'its process ended with 1'])).toBe('crash');
    expect(of(['process', 'the seed takes more than 60000 ms'])).toBe('timeout');
    expect(of(['replay', 'the second run differs'])).toBe('crash');
  });
});

describe('the command line', () => {
  it('names mutants that exist', () => {
    const [name = ''] = NAMES;
    expect(wantedOf(['--only', name], NAMES)).toMatchObject({ only: [name], seconds: 170, jobs: 2 });
    expect(wantedOf(['--only', 'no-such'], NAMES)).toBe('there is no mutant no-such');
    expect(wantedOf(['--seconds', '0'], NAMES)).toContain('--seconds');
    expect(wantedOf(['--unknown'], NAMES)).toContain('--unknown');
  });
});
