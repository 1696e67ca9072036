import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from './data-directory.js';

describe('the data directory', () => {
  let path: string;
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'aip-hermes-directory-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  function holding(mode: number, fileMode: number): string {
    const file = join(path, 'bus.db');
    writeFileSync(file, '');
    chmodSync(file, fileMode);
    chmodSync(path, mode);
    return file;
  }

  it('G10: one that others can only read is closed to them', () => {
    holding(0o755, 0o644);
    prepareDataDirectory(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it.each([0o666, 0o620])(
    'a file of mode %o that others could reach is refused and left as it is',
    (mode) => {
      const file = holding(0o755, mode);
      expect(() => prepareDataDirectory(path)).toThrow(`Others could write to ${file}`);
      expect(statSync(path).mode & 0o777).toBe(0o755);
    },
  );

  it('a file that only its mode opens, behind a closed directory, is fine', () => {
    holding(0o700, 0o666);
    expect(prepareDataDirectory(path).path).toBe(path);
  });
});
