import { fileURLToPath } from 'node:url';
import type { AnyJson } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { planRuns } from './file/plan-runs.js';
import type { Scenario } from './file/scenario.js';
import { EXPECTATIONS } from './file/vocabulary/expectation-words.js';
import { flippedValues } from './flipped-value.js';
import { caseFiles } from './report/case-files.js';
import { runScenario } from './steps/run-scenario.js';

const FOLDER = fileURLToPath(new URL('./cases', import.meta.url));

/** No case that can be run uses these yet. */
const UNUSED = ['cancelReply', 'cancelReplyIsNot', 'resumeResult'];

interface Candidate {
  readonly name: string;
  readonly scenario: Scenario;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const scenarios = caseFiles(FOLDER, null).flatMap((file): readonly Candidate[] => {
  if (file.kind !== 'document' || file.read.kind !== 'case' || file.read.needs.length > 0) return [];
  const { document, files } = file.read;
  return document.kind === 'scenario/1' ? [{ name: file.name, scenario: document, files }] : [];
});

/** Reasons to fail when this is all that is expected. */
async function reasonsFor(
  { name, scenario, files }: Candidate,
  word: string,
  value: AnyJson,
): Promise<readonly string[]> {
  const [run] = planRuns({ ...scenario, expect: { [word]: value } }, name, files);
  if (run === undefined) throw new Error('nothing to run');
  return runScenario(run);
}

function idsOf({ scenario }: Candidate): readonly string[] {
  return [...new Set(JSON.stringify(scenario.steps).match(/act_[A-Za-z0-9_-]+/gu))];
}

describe('no expectation passes everything', () => {
  it.each(Object.entries(EXPECTATIONS))('%s fails where its opposite holds', async (word, type) => {
    if (UNUSED.includes(word)) return;
    // Ours are small; they stand last in the folder.
    const candidate = scenarios.findLast(({ scenario }) => Object.hasOwn(scenario.expect, word));
    if (candidate === undefined) throw new Error(`no case expects ${word}`);
    const value = (candidate.scenario.expect as Readonly<Record<string, AnyJson>>)[word] ?? null;
    const flips = word === 'outcome' ? [] : flippedValues(type, value, idsOf(candidate));
    const failures: string[] = [];
    for (const flip of flips) {
      failures.push(...(await reasonsFor(candidate, word, flip)));
      if (failures.length > 0) break;
    }
    if (word === 'outcome') {
      const happy = scenarios.find(({ name }) => name === 'W1-words-of-happy-runs.json');
      if (happy !== undefined) failures.push(...(await reasonsFor(happy, word, value)));
    }
    expect(failures.join('\n')).toContain(word);
  });
});
