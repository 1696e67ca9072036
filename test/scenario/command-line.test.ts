import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseFile } from './report/case-files.js';
import { FileRunner } from './report/file-runner.js';
import { scenarioCommand } from './report/scenario-command.js';

// The loader would leave its cache in the folder for temporary files.
process.env['TSX_DISABLE_CACHE'] = '1';

const CASES = fileURLToPath(new URL('./cases/', import.meta.url));
const HAPPY = 'W1-words-of-happy-runs.json';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scenario-line-'));
  copyFileSync(join(CASES, HAPPY), join(folder, HAPPY));
  writeFileSync(join(folder, 'typo.json'), '{"kind":"scenario/1","stepz":[]}');
  writeFileSync(join(folder, 'record.json'), '{"aip_version":"1.0"}');
  const load = { kind: 'load/1', case: 'L', runs: 1, concurrency: 1, eventsPerRun: 1 };
  writeFileSync(
    join(folder, 'later.json'),
    JSON.stringify({ ...load, given: { store: { kind: 'eventstoredb' } } }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function scenario(
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly out: string }> {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  const quiet = (): void => undefined;
  const code = await scenarioCommand(words, folder, { print, complain: quiet, progress: quiet });
  return { code, out: lines.join('\n') };
}

describe('npm run scenario', () => {
  it('tells each file in a line, with reasons, what is skipped and why, and the numbers', async () => {
    const { code, out } = await scenario(folder);
    expect(out.split('\n')).toEqual([
      'skipped: needs EventStoreDB  later.json',
      'FAILED   typo.json',
      '           typo.json: stepz: unknown member',
      '           typo.json: lacks the member case',
      '           typo.json: lacks the member profile',
      '           typo.json: lacks the member provider',
      '           typo.json: lacks the member steps',
      '           typo.json: lacks the member expect',
      `ok       ${HAPPY}`,
      '1 passed, 1 failed, 1 skipped',
    ]);
    expect(code).toBe(1);
  });

  it('nothing failed: 0; --only and --json', async () => {
    const { code, out } = await scenario(folder, '--only', 'lat*r.json', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      passed: 0,
      failed: 0,
      skipped: 1,
      files: [{ file: 'later.json', outcome: 'skipped', needs: ['EventStoreDB'], ms: 0 }],
    });
  });

  it.each([
    [[], 'no PATH'],
    [['/no/such/folder'], 'no folder'],
    [['record.json'], 'nothing to run'],
    [['--what'], 'unknown option'],
  ])('ends with 2 for %j: %s', async (words) => {
    expect((await scenario(...words)).code).toBe(2);
  });
});

describe('the process that runs files', () => {
  it('is ended when a file takes too long', async () => {
    const [file] = caseFile(CASES, 'C09-unterminated.json');
    if (file === undefined) throw new Error('the case is not there');
    const runner = new FileRunner(() => 5);
    const { outcome } = await runner.run(file);
    runner.close();
    expect(outcome).toEqual({ kind: 'failed', reasons: ['did not end within 5 ms of real time'] });
  });
});
