import { createHash } from 'node:crypto';
import type { AnyJson, AnyJsonObject } from '@aip-hermes/aip';
import type { PointName } from '../../points/point-names.js';
import { isObject } from './json-text.js';
import type { PlannedRun } from './planned-run.js';
import type { CrashPoint, Given, Matrix, Scenario, Step } from './scenario.js';

/** Most passes that one file may ask for. */
const MAX_RUNS = 200;

/** A step, or a list of steps, in each of the ways in which a file wants to see it. */
interface Variant<T> {
  readonly label: readonly string[];
  readonly value: T;
}

/**
 * The passes that a file asks for: both orders of each race, one for each entry of a list of points, one for each
 * entry of a matrix. `name` is the file's and seeds them all. @throws when a file asks for more than 200.
 */
export function planRuns(
  document: Scenario | Matrix,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
): readonly PlannedRun[] {
  const seed = createHash('sha256').update(name).digest().readUInt32BE();
  const common = { files, seed };
  const runs: readonly PlannedRun[] =
    document.kind === 'scenario/1'
      ? variantsOf(document, '').map(({ label, value }) => ({
          ...common,
          label: label.join(', '),
          scenario: value,
          source: null,
          crashOnlyFor: null,
        }))
      : document.crashPoints.flatMap((entry, index) =>
          entryRuns(document, entry, index).map((run) => ({ ...run, ...common })),
        );
  if (runs.length > MAX_RUNS) throw new Error(`asks for ${runs.length} passes, at most ${MAX_RUNS} are run`);
  return runs;
}

type EntryRun = Omit<PlannedRun, 'files' | 'seed'>;

function entryRuns(matrix: Matrix, entry: CrashPoint, index: number): readonly EntryRun[] {
  const { command, provider, profile } = matrix;
  const source = sourceOf(command);
  return pointsOf(entry.at).flatMap((at) => {
    const scenario: Scenario = {
      kind: 'scenario/1',
      case: matrix.case,
      profile,
      given: overlaid(matrix.given ?? {}, entry.given ?? {}),
      provider,
      steps: [
        ...(entry.before ?? []),
        { do: 'deliver', message: command },
        { do: 'crash', at },
        { do: 'restart' },
        { do: 'settle' },
      ],
      expect: entry.expect,
    };
    return variantsOf(scenario, '').map(({ label, value }) => ({
      label: [`crashPoints[${index}] ${at}`, ...label].join(', '),
      scenario: value,
      source,
      crashOnlyFor: aboutOf(command, source),
    }));
  });
}

function variantsOf(scenario: Scenario, path: string): readonly Variant<Scenario>[] {
  return scenario.steps
    .reduce<readonly Variant<readonly Step[]>[]>(
      (before, step, index) =>
        before.flatMap(({ label, value }) =>
          stepVariants(step, `${path}steps[${index}]`).map((variant) => ({
            label: [...label, ...variant.label],
            value: [...value, variant.value],
          })),
        ),
      [{ label: [], value: [] }],
    )
    .map(({ label, value }) => ({ label, value: { ...scenario, steps: value } }));
}

function stepVariants(step: Step, path: string): readonly Variant<Step>[] {
  if (step.do === 'race') {
    const { a, b } = step;
    return [
      { label: [`${path} with a first`], value: { do: 'race', a, b } },
      { label: [`${path} with b first`], value: { do: 'race', a: b, b: a } },
    ];
  }
  if (!('at' in step) || typeof step.at !== 'object') return [{ label: [], value: step }];
  return step.at.map((at) => ({ label: [`${path} at ${at}`], value: { ...step, at } }));
}

function pointsOf(at: CrashPoint['at']): readonly PointName[] {
  return typeof at === 'string' ? [at] : at;
}

/** Members of the entry win; those that are objects are laid over member by member. */
function overlaid(common: Given, own: Given): Given {
  const merged: Record<string, unknown> = { ...common };
  for (const [name, value] of Object.entries(own)) {
    const below = merged[name];
    const both = typeof below === 'object' && typeof value === 'object';
    merged[name] = both ? { ...below, ...value } : value;
  }
  return merged;
}

/** The source Action of a matrix: that of its command, for a cancel its target. */
function sourceOf(command: AnyJsonObject): string | null {
  return textAt(command, ['body', 'action', 'id']) ?? textAt(command, ['body', 'cancel', 'target', 'action']);
}

/** The Actions that a command is about: for a resume also its source. */
function aboutOf(command: AnyJsonObject, source: string | null): readonly string[] | null {
  const resumed = textAt(command, ['body', 'action', 'input', 'resume', 'source_action_id']);
  const about = [source, resumed].filter((id) => id !== null);
  return about.length === 0 ? null : about;
}

function textAt(value: AnyJson, path: readonly string[]): string | null {
  let at: AnyJson | undefined = value;
  for (const name of path) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return typeof at === 'string' ? at : null;
}
