import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { leftOpen } from './open-resources.js';

const ROOT = new URL('../../../', import.meta.url).pathname;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leaks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs test files of these texts under the check. */
function runWith(files: Readonly<Record<string, string>>): {
  readonly status: number | null;
  readonly text: string;
} {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const setupFiles = [join(ROOT, 'test/support/leaks/check-leaks.ts')];
  const config = { test: { globals: true, pool: 'forks', setupFiles, teardownTimeout: 1_000 } };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], TMPDIR: folder, NO_COLOR: '1', CI: '1' } },
  );
  return { status, text: stdout + stderr };
}

it('a file that leaves a timer, a server, a child or a directory fails, although its tests pass; others do not', () => {
  const { status, text } = runWith({
    'leaking.test.js': `
      import { spawn } from 'node:child_process';
      import { mkdtempSync } from 'node:fs';
      import { createServer } from 'node:net';
      import { tmpdir } from 'node:os';
      import { join } from 'node:path';
      it('leaks', async () => {
        const timer = setInterval(() => undefined, 60_000);
        const server = createServer();
        await new Promise((done) => server.listen(0, '127.0.0.1', done));
        const child = spawn('sleep', ['10'], { stdio: 'ignore' });
        mkdtempSync(join(tmpdir(), 'forgotten-'));
        // After the check has looked; the child ends by itself should this process be ended first.
        setTimeout(() => { clearInterval(timer); server.close(); child.kill('SIGKILL'); }, 4_000);
      });`,
    'clean.test.js': `
      import { mkdtempSync, rmSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      import { join } from 'node:path';
      it('is clean', () => {
        clearInterval(setInterval(() => undefined, 60_000));
        rmSync(mkdtempSync(join(tmpdir(), 'removed-')), { recursive: true });
        // It ends while the check still looks.
        setTimeout(() => undefined, 50);
      });`,
  });
  expect(status).toBe(1);
  for (const left of [
    /2 x Timeout/,
    /1 x TCPServerWrap/,
    /1 x ProcessWrap/,
    /directory forgotten-\w+, not removed/,
  ])
    expect(text).toMatch(left);
  expect(text).toMatch(/Test Files +1 failed \| 1 passed/);
  expect(text).toMatch(/Tests +2 passed/);
});

it('only what came on top is told', () => {
  const before = new Map([['PipeWrap', 2]]);
  expect(leftOpen(before, new Map([['PipeWrap', 2]]))).toEqual([]);
  expect(leftOpen(before, new Map([['PipeWrap', 3]]))).toEqual([expect.stringMatching(/^1 x PipeWrap/)]);
  expect(leftOpen(before, new Map())).toEqual([]);
});
