import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

// The cache of the translated sources would stay behind.
const ENVIRONMENT = { ...process.env, TSX_DISABLE_CACHE: '1' };

function simulate(...words: readonly string[]): { code: number | null; out: string; err: string } {
  const args = ['--conditions=source', '--import', 'tsx', MAIN, ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  return { code: status, out: stdout, err: stderr };
}

describe('npm run simulate', () => {
  it('ends with 1 when something occurred too rarely', () => {
    const { code, out } = simulate('--seed', '1', '--min-share', '1');
    expect(code).toBe(1);
    expect(out).toMatch(/^too rare: .+ in 0 of 1 seeds, fewer than 1 %$/m);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      /^simulation: FAILED, \d+ too rare, 0 left out, 1 seeds in/,
    );
  });

  it('ends with 2 when the command line is wrong', () => {
    const { code, out, err } = simulate('--seeds', 'x');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^--seeds is a number/);
  });
});
