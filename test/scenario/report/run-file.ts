import { runGeneratedJson } from '../generated/run-generated-json.js';
import { runGeneratedStream } from '../generated/run-generated-stream.js';
import { runLoad } from '../generated/run-load.js';
import type { ScenarioRunner } from '../file/planned-run.js';
import { planRuns } from '../file/plan-runs.js';
import type { CaseDocument } from '../file/read-case.js';
import type { Matrix, Scenario } from '../file/scenario.js';
import { runVector } from '../vectors/run-vector.js';
import type { CaseFile } from './case-files.js';
import { fileLimitMs } from './file-limit.js';
import { guarded, PASS_LIMIT_MS } from './guarded.js';
import { outcomeUnrun } from './outcome-unrun.js';
import { outcomeOf, type FileOutcome, type Outcome } from './outcome.js';

/** Runs one file to its outcome. `runScenario` does one pass of a scenario. */
export async function runFile(file: CaseFile, runScenario: ScenarioRunner): Promise<FileOutcome> {
  const begun = performance.now();
  const outcome = await outcomeOfFile(file, runScenario);
  return { file: file.name, outcome, ms: Math.round(performance.now() - begun) };
}

async function outcomeOfFile(file: CaseFile, runScenario: ScenarioRunner): Promise<Outcome> {
  const unrun = outcomeUnrun(file);
  if (unrun !== null) return unrun;
  if (file.kind === 'vector')
    return outcomeOf(await guarded(() => runVector(file.folder, file.name), PASS_LIMIT_MS));
  const { read, name } = file;
  if (read.kind !== 'case') return { kind: 'failed', reasons: ['is no case'] };
  const { document, files } = read;
  return outcomeOf(await guarded(() => reasonsOf(document, name, files, runScenario), fileLimitMs(file)));
}

function reasonsOf(
  document: CaseDocument,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  runScenario: ScenarioRunner,
): Promise<readonly string[]> {
  switch (document.kind) {
    case 'generated-stream/1':
      return runGeneratedStream(document, runScenario);
    case 'generated-json/1':
      return runGeneratedJson(document, runScenario);
    case 'load/1':
      return runLoad(document);
    case 'scenario/1':
    case 'scenario-matrix/1':
      return passes(document, name, files, runScenario);
  }
}

/** All passes of a file, one after the other; each reason says which pass it is of. */
async function passes(
  document: Scenario | Matrix,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  runScenario: ScenarioRunner,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  for (const run of planRuns(document, name, files)) {
    const found = await guarded(() => runScenario(run), PASS_LIMIT_MS);
    reasons.push(...found.map((reason) => (run.label === '' ? reason : `${run.label}: ${reason}`)));
  }
  return reasons;
}
