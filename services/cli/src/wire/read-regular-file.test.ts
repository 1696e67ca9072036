import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRegularFile } from './read-regular-file.js';

const directory = mkdtempSync(join(tmpdir(), 'read-regular-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('readRegularFile', () => {
  it('reads a file whole', () => {
    const path = join(directory, 'a.yaml');
    writeFileSync(path, 'policy: {} # ä');
    expect(readRegularFile(path, 100)).toBe('policy: {} # ä');
  });

  it('G13: reads one byte more than allowed, so that the caller sees that it is too large', () => {
    const path = join(directory, 'large');
    writeFileSync(path, 'x'.repeat(1_000));
    expect(readRegularFile(path, 10)).toBe('x'.repeat(11));
  });

  it('G13: neither waits for a pipe nor reads a device or a directory', () => {
    const pipe = join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => readRegularFile(pipe, 100)).toThrow('not a regular file');
    expect(() => readRegularFile('/dev/zero', 100)).toThrow('not a regular file');
    expect(() => readRegularFile(directory, 100)).toThrow();
  });
});
