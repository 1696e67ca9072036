import type { PlannedRun, ScenarioRunner } from '../file/planned-run.js';
import { jsonText } from '../file/json-text.js';
import type { Expectations, GeneratedJson, JsonVariant } from '../file/scenario.js';
import { goodCommand, happyProvider } from './happy-provider.js';
import { sameInWorker } from './same-in-worker.js';

const ACTION = 'act_generated_json';
const RECORD = 'generated-record.json';
const FRAME = 'generated-frame.sse';

/** What must become of a variant. */
type Fate = 'accepted' | 'rejected' | 'recordedOpaque';

/** Plays a run for each generated value: as a command, or as the payload of an event. */
export async function runGeneratedJson(
  document: GeneratedJson,
  runScenario: ScenarioRunner,
): Promise<readonly string[]> {
  const reasons = [...unassigned(document)];
  for (const variant of document.variants) {
    for (const fate of fatesOf(document, variant)) {
      const found = await runScenario(plannedRun(variant, fate, document.expect.processAlive ?? true));
      const asText = fate === 'accepted' ? await recordedAsText(variant, runScenario) : [];
      reasons.push(...[...found, ...asText].map((reason) => `${variant.name}, ${fate}: ${reason}`));
    }
  }
  if (document.expect.sameAnswerInWorkerThread !== undefined) {
    reasons.push(...(await sameInWorker(document, reasons)));
  }
  return reasons;
}

/** A payload that is taken as it is must not be recorded as text, which holds the same characters. */
async function recordedAsText(variant: JsonVariant, runScenario: ScenarioRunner): Promise<readonly string[]> {
  if (!variant.at.startsWith('data.')) return [];
  const found = await runScenario(plannedRun(variant, 'recordedOpaque', true));
  return found.length === 0 ? ['is recorded as text'] : [];
}

function unassigned({ variants, expect }: GeneratedJson): readonly string[] {
  const names = variants.map(({ name }) => name);
  const told = [...(expect.accepted ?? []), ...(expect.rejected ?? []), ...(expect.recordedOpaque ?? [])];
  return [
    ...names.filter((name) => !told.includes(name)).map((name) => `${name}: nothing is expected of it`),
    ...told.filter((name) => !names.includes(name)).map((name) => `${name}: there is no such variant`),
  ];
}

function fatesOf({ expect }: GeneratedJson, { name }: JsonVariant): readonly Fate[] {
  const fates: readonly Fate[] = ['accepted', 'rejected', 'recordedOpaque'];
  return fates.filter((fate) => expect[fate]?.includes(name));
}

function plannedRun(variant: JsonVariant, fate: Fate, processAlive: boolean): PlannedRun {
  const path = variant.at.split('.');
  const isEvent = path[0] === 'data';
  const nested = nestedText(variant);
  const command = jsonText(goodCommand(ACTION));
  const event = { event: 'message.delta', timestamp: 1_790_000_000.5, delta: 'a' };
  const frame = isEvent ? `data: ${withMember(jsonText(event), path.slice(1), nested)}\n\n` : '';
  return {
    label: variant.name,
    seed: 1,
    source: ACTION,
    crashOnlyFor: null,
    files: new Map([
      [RECORD, Buffer.from(isEvent ? command : withMember(command, path, nested))],
      [FRAME, Buffer.from(frame)],
    ]),
    scenario: {
      kind: 'scenario/1',
      case: 'generated',
      profile: 'C',
      provider: happyProvider(isEvent ? [{ file: FRAME }] : []),
      steps: [{ do: 'deliver', file: RECORD, key: ACTION }, { do: 'settle' }],
      expect: { processAlive, ...expectationsOf(fate, isEvent, path.at(-1) ?? '', nested) },
    },
  };
}

function expectationsOf(fate: Fate, isEvent: boolean, member: string, nested: string): Expectations {
  switch (fate) {
    case 'rejected':
      return { startRequests: 0, result: 'failed', resultsVisible: 1, deadLetters: 0 };
    case 'accepted':
      return {
        startRequests: 1,
        result: 'completed',
        resultsVisible: 1,
        ...(isEvent ? { evidenceContains: nested } : {}),
      };
    case 'recordedOpaque':
      // Only in a text does the member's name stand between escaped quotation marks.
      return {
        startRequests: 1,
        result: 'completed',
        evidenceContains: `"${member}":${nested.slice(0, 64)}`,
      };
  }
}

/** The nested value; an object's innermost member needs a value to be JSON. */
function nestedText({ open, close, levels }: JsonVariant): string {
  const core = open.trimEnd().endsWith(':') ? '1' : '';
  return open.repeat(levels) + core + close.repeat(levels);
}

/** The object's text with a member set at a path, without building what is set. @throws when the path leads nowhere */
function withMember(text: string, path: readonly string[], value: string): string {
  const marker = 'generated value';
  const root: unknown = JSON.parse(text);
  const [last = '', ...above] = [...path].reverse();
  let parent = root;
  for (const name of above.reverse()) parent = memberOf(parent, name);
  if (typeof parent !== 'object' || parent === null) throw new Error(`no object holds ${path.join('.')}`);
  Object.defineProperty(parent, last, { value: marker, enumerable: true, configurable: true });
  return JSON.stringify(root).replace(JSON.stringify(marker), () => value);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
