import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkExpectations } from '../expect/check-expectations.js';
import type { Ending } from '../expect/ending.js';
import { EXPECTATIONS } from '../file/vocabulary/expectation-words.js';
import { NOT_SUPPORTED } from '../file/not-supported.js';
import { planRuns } from '../file/plan-runs.js';
import { readCase } from '../file/read-case.js';
import type { PlannedRun } from '../file/planned-run.js';
import type { ExpectationName, Expectations } from '../file/scenario.js';
import { withEnding, wrongAt } from '../steps/run-scenario.js';
import { wrongly } from './wrongly.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

function runsOf(name: string): readonly PlannedRun[] {
  const read = readCase(FOLDER, name);
  if (read.kind !== 'case') throw new Error(`${name}: ${JSON.stringify(read)}`);
  expect(read.needs).toEqual([]);
  const { document } = read;
  if (document.kind !== 'scenario/1' && document.kind !== 'scenario-matrix/1')
    throw new Error(`${name} is no scenario`);
  return planRuns(document, name, read.files);
}

/** Every expectation of the scenario, given another value, fails by its name. */
async function expectFlipped(ending: Ending): Promise<void> {
  const { expect: expected } = ending.world.run.scenario;
  for (const word of Object.keys(expected) as ExpectationName[]) {
    if (word === 'openSocketsAfter') continue;
    const changed = { [word]: wrongly(word, expected) } as Expectations;
    const sentences = await checkExpectations(ending, changed);
    expect({ changed, sentences }).toEqual({
      changed,
      sentences: [expect.stringMatching(new RegExp(`^${word} `))],
    });
  }
}

describe('scenarios of our own', () => {
  it.each(FILES)(
    '%s is as expected; with any one expectation changed it fails and names it',
    async (name) => {
      for (const run of runsOf(name)) {
        const reasons = await withEnding(run, async (ending, unhandled) => {
          await expectFlipped(ending);
          return wrongAt(ending, unhandled);
        });
        expect([run.label, ...reasons]).toEqual([run.label]);
      }
    },
  );

  it('together they use every expectation that can be checked', () => {
    const used = new Set(
      FILES.flatMap((name) => runsOf(name).flatMap((run) => Object.keys(run.scenario.expect))),
    );
    const excused = NOT_SUPPORTED.filter(({ where }) => where === 'expectation').map(({ word }) => word);
    const unused = Object.keys(EXPECTATIONS).filter((word) => !used.has(word) && !excused.includes(word));
    expect(unused).toEqual(['resumeResult', 'cancelReply', 'cancelReplyIsNot']);
  });
});
