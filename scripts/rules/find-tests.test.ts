import { describe, expect, it } from 'vitest';
import { findTests } from './find-tests.mjs';

const titles = (text: string): string[] => findTests('a.test.ts', text).map(({ title }) => title);

describe('tests in a source text', () => {
  it('a test carries the titles of its groups', () => {
    const text = `
      describe('S3', () => {
        describe('inner', () => { it('one', () => {}); });
        test("two", () => {});
      });
      it(\`three\`, () => {});`;
    expect(titles(text)).toEqual(['S3 > inner > one', 'S3 > two', 'three']);
  });

  it('a group without a test gives nothing', () => {
    expect(titles(`describe('S3: promised', () => { const x = 'S4'; });`)).toEqual([]);
  });

  it('the line is that of the call', () => {
    expect(findTests('a.test.ts', `\n\nit('S3',\n () => {});`)).toEqual([{ title: 'S3', line: 3 }]);
  });

  it('what never runs is left out, also inside a group', () => {
    const text = `
      it.skip('S1', () => {}); it.todo('S2');
      describe.skip('S3', () => { it('S4', () => {}); });
      it.skipIf(process.platform === 'win32')('S5', () => {});`;
    expect(titles(text)).toEqual(['S5']);
  });

  it('loops, functions and template titles are looked into', () => {
    const text = `
      export function contract(name: string) {
        for (const row of rows) it(\`S3: \${row.name} is \${row.what}\`, () => {});
        it('S4: ' + name, async () => {});
      }`;
    expect(titles(text)).toEqual(['S3: … is …', 'S4: …']);
  });

  it('rows of a table begin a title that begins with a placeholder', () => {
    const text = `
      it.each([['S3', 400], ['S6', 500]] as const)('%s: status %d', () => {});
      it.each([{ rule: 'S4', n: 1 }, { rule: 'S5', n: 2 }])('$rule: $n', () => {});
      it.each([1, 2])('S7: %d', () => {});
      it.each(rows)('%s', () => {});`;
    expect(titles(text)).toEqual(['S3: status %d', 'S6: status %d', 'S4: $n', 'S5: $n', 'S7: %d', '%s']);
  });

  it('other calls are no tests, whatever their texts say', () => {
    expect(titles(`run('S1', () => {}); x.it('S2', () => {}); /* it('S3') */ const s = "it('S4')";`)).toEqual(
      [],
    );
  });
});
