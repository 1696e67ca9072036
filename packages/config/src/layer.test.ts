import { describe, expect, it } from 'vitest';
import { mergeLayers } from './layer.js';

describe('mergeLayers', () => {
  it('SPEC 10: a later origin wins key by key within a section, and replaces lists whole', () => {
    const file = { limits: { a: 1, b: 2 }, endpoints: [1, 2], bus: { partitions: 4 }, log: null };
    const environment = { limits: { b: 3 }, endpoints: [9], log: { c: 1 }, bus: null };
    const merged = mergeLayers([
      { origin: 'file', tree: file },
      { origin: 'environment', tree: environment },
    ]);
    expect(merged).toEqual({
      limits: { a: 1, b: 3 },
      endpoints: [9],
      bus: { partitions: 4 },
      log: { c: 1 },
    });
    expect(file.limits).toEqual({ a: 1, b: 2 });
  });
});
