import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { EditMisplaced, whileEdited } from './apply-edits.js';

const root = mkdtempSync(join(tmpdir(), 'edits-'));
const read = (): string => readFileSync(join(root, 'a.ts'), 'utf8');
const edit = (text: string, replacement: string): { file: string; text: string; replacement: string } => ({
  file: 'a.ts',
  text,
  replacement,
});

beforeEach(() => writeFileSync(join(root, 'a.ts'), 'one two'));
afterAll(() => rmSync(root, { recursive: true }));

describe('files with edits', () => {
  it('have all of them while the task runs, and are put back', async () => {
    expect(await whileEdited(root, [edit('one', '1'), edit('two', '2')], () => Promise.resolve(read()))).toBe(
      '1 2',
    );
    expect(read()).toBe('one two');
  });

  it('are put back when the task fails', async () => {
    const fails = whileEdited(root, [edit('one', '1')], () => Promise.reject(new Error('failed')));
    await expect(fails).rejects.toThrow('failed');
    expect(read()).toBe('one two');
  });

  it('are put back, and the task is not run, when an edit is misplaced', async () => {
    let ran = false;
    const task = (): Promise<void> => Promise.resolve(void (ran = true));
    await expect(whileEdited(root, [edit('one', '1'), edit('one', '1')], task)).rejects.toThrow(
      EditMisplaced,
    );
    expect({ ran, now: read() }).toEqual({ ran: false, now: 'one two' });
  });
});
