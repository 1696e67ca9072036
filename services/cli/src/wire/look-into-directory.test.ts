import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectory } from './data-directory.js';
import { lookAtFiles } from './look-at-files.js';
import { lookIntoDirectory } from './look-into-directory.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-look-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const look = (path: string): ReturnType<typeof lookIntoDirectory> => lookIntoDirectory(dataDirectory(path));

/** Nobody on this machine; the superuser may read everything and has to step down. */
const NOBODY = 65_534;

function asSomebodyElse(work: () => void): void {
  if (process.geteuid?.() !== 0) {
    work();
    return;
  }
  process.seteuid?.(NOBODY);
  try {
    work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a data directory that is only read', () => {
  it('has the files that are there', () => {
    expect(look(folder)).toEqual({ log: false, bus: false });
    writeFileSync(join(folder, 'bus.db'), '');
    expect(look(folder)).toEqual({ log: false, bus: true });
  });

  it('is null when it is not there', () => {
    expect(look(join(folder, 'a', 'b'))).toBeNull();
  });

  it('one that this user may not read is unreachable, never empty', () => {
    chmodSync(folder, 0);
    asSomebodyElse(() => {
      for (const path of [folder, join(folder, 'inside')]) {
        expect(() => look(path)).toThrow(expect.objectContaining({ code: 'unreachable' }));
        expect(() => look(path)).toThrow(`${path}: this user may not read it`);
        expect(() => lookAtFiles(dataDirectory(path))).toThrow(`${path}: this user may not read it`);
      }
    });
    chmodSync(folder, 0o700);
  });

  it('a file in its place is a usage error', () => {
    writeFileSync(join(folder, 'x'), '');
    for (const path of [join(folder, 'x'), join(folder, 'x', 'y')])
      expect(() => look(path)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
