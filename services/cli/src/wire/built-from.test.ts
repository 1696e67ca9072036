import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtFrom } from './built-from.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const OTHER = 'f'.repeat(40);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'aip-hermes-built-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const HEAD = 'ref: refs/heads/main\n';

describe('the commit a program was built from', () => {
  it.each<[string, Record<string, string>]>([
    ['a branch', { '.git/HEAD': HEAD, '.git/refs/heads/main': `${COMMIT}\n` }],
    ['a detached head', { '.git/HEAD': `${COMMIT}\n` }],
    [
      'a packed branch',
      {
        '.git/HEAD': HEAD,
        '.git/packed-refs': `# pack-refs\n${OTHER} refs/heads/xmain\n${COMMIT} refs/heads/main\n`,
      },
    ],
    [
      'a worktree',
      {
        '.git': 'gitdir: main/.git/worktrees/w\n',
        'main/.git/worktrees/w/HEAD': HEAD,
        'main/.git/worktrees/w/commondir': '../..\n',
        'main/.git/refs/heads/main': COMMIT,
      },
    ],
    ['a stated one', { 'services/cli/commit': `${COMMIT}\n`, '.git/HEAD': `${OTHER}\n` }],
  ])('is that of %s', (_, files) => {
    write(files);
    expect(builtFrom(join(root, 'services/cli'))).toBe('0123456');
  });

  it.each<[string, Record<string, string>]>([
    ['nothing is there', {}],
    ['a branch has no commit yet', { '.git/HEAD': HEAD }],
    ['the repository is another program’s, further up', { 'package.json': '{}' }],
    ['the head is garbage', { '.git/HEAD': 'garbage\n' }],
    ['the head leads out', { '.git/HEAD': 'ref: refs/../../secret\n', secret: COMMIT }],
    ['references go round', { '.git/HEAD': HEAD, '.git/refs/heads/main': HEAD }],
  ])('is unknown when %s, without an error', (_, files) => {
    write(files);
    expect(builtFrom(join(root, 'services/cli'))).toBeNull();
  });
});
