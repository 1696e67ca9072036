import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { planRuns } from '../file/plan-runs.js';
import { readCase } from '../file/read-case.js';
import { runScenario } from '../steps/run-scenario.js';

const FOLDER = fileURLToPath(new URL('../own/', import.meta.url));

// eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
const pragma = Database.prototype.pragma;
afterEach(() => {
  Database.prototype.pragma = pragma;
});

/** Every connection syncs only at checkpoints, whatever it is told. */
function syncLess(): void {
  Database.prototype.pragma = function lazy(this: Database.Database, source, options) {
    return pragma.call(this, source.replace('synchronous = FULL', 'synchronous = NORMAL'), options);
  };
}

it('C80: a log whose commits are not synced loses them at the cut, and the scenario says so', async () => {
  expect(readFileSync(`${FOLDER}/embedded.json`, 'utf8')).toContain('power-cut');
  const read = readCase(FOLDER, 'embedded.json');
  if (read.kind !== 'case' || read.document.kind !== 'scenario/1') throw new Error('no scenario');
  const runs = planRuns(read.document, 'embedded.json', read.files);
  syncLess();
  for (const run of runs) {
    const reasons = (await runScenario(run)).join('\n');
    expect(reasons).toMatch(
      /terminalEvents is 0, expected 1[^]*synchronousForFences is "NORMAL", expected "FULL"/,
    );
  }
});
