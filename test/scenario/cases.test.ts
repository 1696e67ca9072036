import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { caseFiles } from './report/case-files.js';
import { runFile } from './report/run-file.js';
import { runScenario } from './steps/run-scenario.js';

const FOLDER = fileURLToPath(new URL('./cases', import.meta.url));

describe('every case holds', () => {
  const files = caseFiles(FOLDER, null);

  it('there are cases', () => {
    expect(files.length).toBeGreaterThan(90);
  });

  it.each(files.map((file) => [file.name, file] as const))('%s', async (_, file) => {
    const needs = file.kind === 'document' && file.read.kind === 'case' ? file.read.needs : [];
    const { outcome } = await runFile(file, runScenario);
    expect(outcome).toEqual(needs.length === 0 ? { kind: 'passed' } : { kind: 'skipped', needs });
  });
});
