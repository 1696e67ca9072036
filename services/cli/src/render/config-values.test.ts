import { describe, expect, it } from 'vitest';
import { valuesTable } from './config-values.js';
import { createStyle } from './style.js';

const LONG = `one two ${'x'.repeat(60)} three`;
const VALUES = { values: { a: LONG, b: { c: ['once', 'session'] } }, origins: {} };
const plain = createStyle(false);

describe('the table of configured values', () => {
  it('SPEC 10: cuts and wraps nothing where no person looks; a remark stands beside its value', () => {
    const remarks = new Map([['b.c', 'why']]);
    expect(valuesTable({ ...VALUES, remarks }, plain, null).split('\n')).toEqual([
      expect.stringMatching(/^key +value +from$/),
      expect.stringMatching(new RegExp(`^a +${LONG} +default$`)),
      expect.stringMatching(/^b\.c +\["once","session"\] \(why\) +default$/),
    ]);
  });

  it('SPEC 10: wraps a long value on a terminal, and loses nothing of it', () => {
    const text = valuesTable({ ...VALUES, remarks: new Map() }, plain, 80);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(50);
    const [value = ''] = text.replaceAll(/\s|key|value|from|default/g, '').split('b.c');
    expect(value).toBe(`a${LONG.replaceAll(' ', '')}`);
  });
});
