// @ts-check
// Runs the README's blocks fenced as `sh ci`, one shell a block, from the root; stops at the first that fails.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencedCommands } from './docs/fenced-commands.mjs';

const root = join(import.meta.dirname, '..');
const blocks = fencedCommands(readFileSync(join(root, 'README.md'), 'utf8'));
if (blocks.length === 0) throw new Error('README.md has no block fenced as "sh ci"');

for (const block of blocks) {
  console.log(block.trimEnd().replaceAll(/^/gmu, '$ '));
  const { status, error } = spawnSync('bash', ['-euo', 'pipefail', '-c', block], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) {
    console.error(`README.md: this block ended with ${status ?? 'a signal'}`);
    process.exit(1);
  }
}
