import { sha256Hex, type AnyJson } from '@aip-hermes/aip';
import { memberAt } from '../../points/member-at.js';
import { contains } from '../file/contains.js';
import { isObject, jsonText, readJson } from '../file/json-text.js';
import type { Pad, Scenario } from '../file/scenario.js';
import { same, within, type ChecksOf } from './check.js';
import { sourceOf, type Ending } from './ending.js';
import { lastOf } from './results.js';

const PROVIDER = ['body', 'action_result', 'output', 'provider'] as const;

/** What the last result of the source Action carries, and what published results do not. */
export const OUTPUT_CHECKS: ChecksOf<
  'output' | 'outputProviderContains' | 'outputTruncated' | 'textParts' | 'resultTextLacks' | 'undisclosed'
> = {
  output: (ending, expected) => same(providerMember(ending, 'output'), expected),
  outputProviderContains: (ending, expected) => {
    const read = readJson(lastOf(ending, sourceOf(ending))?.message.bytes ?? new Uint8Array());
    const provider = read.kind === 'ok' ? at(read.value, PROVIDER) : undefined;
    return contains(provider, expected)
      ? null
      : `is ${provider === undefined ? 'nothing' : jsonText(provider).slice(0, 400)}, expected to contain ${jsonText(expected)}`;
  },
  outputTruncated: (ending, expected) => {
    const why = truncationProblem(ending);
    if (expected) return why;
    return why === null ? 'the output is truncated, expected not to be' : null;
  },
  textParts: (ending, expected) => within(textsOf(ending).length, expected),
  resultTextLacks: ({ results }, expected) => {
    const found = expected.find((text) => results.some(({ message }) => message.text.includes(text)));
    return found === undefined ? null : `: a published result has ${JSON.stringify(found)}`;
  },
  undisclosed: ({ messages }, expected) => {
    for (const [action, texts] of Object.entries(expected)) {
      const about = messages.filter(
        ({ key, headers, text }) =>
          key === action ||
          headers['aip-action-id'] === action ||
          memberAt(text, ['body', 'action_result', 'action_id']) === action,
      );
      const found = texts.find((text) => about.some((message) => message.text.includes(text)));
      if (found !== undefined) return `of ${action}: ${JSON.stringify(found)} is disclosed`;
    }
    return null;
  },
};

/** Null: the output of the last result is the beginning of one that the script sends, and says so (R6). */
function truncationProblem(ending: Ending): string | null {
  const kept = providerMember(ending, 'output');
  const truncated = providerMember(ending, 'truncated');
  if (typeof kept !== 'string') return 'the last result has no output';
  if (!Array.isArray(truncated)) return 'output.provider has no list `truncated`';
  const whole = scriptedOutputs(ending.world.run.scenario).find((text) =>
    truncated.some((entry) => isAbout(entry, text)),
  );
  if (whole === undefined) return 'no entry of `truncated` gives size and digest of an output of the script';
  if (!whole.startsWith(kept) || kept.length >= whole.length) return 'the output kept is not its first part';
  const texts = textsOf(ending);
  if (!texts.every((text) => whole.startsWith(text)) || texts.length === 0)
    return 'the text part of the result is not its first part';
  return null;
}

function isAbout(entry: unknown, whole: string): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { bytes, sha256, path }: { bytes?: unknown; sha256?: unknown; path?: unknown } = entry;
  return typeof path === 'string' && bytes === Buffer.byteLength(whole) && sha256 === sha256Hex(whole);
}

/** Every `output` that a reply or an event of the script carries. */
function scriptedOutputs({ provider }: Scenario): readonly string[] {
  return provider.flatMap(({ reply, replies }) =>
    [...(reply === undefined ? [] : [reply]), ...(replies ?? [])].flatMap(({ json, pad, chunks }) => [
      ...outputsOf(json, pad),
      ...(chunks ?? []).flatMap((chunk) => outputsOf(chunk.event, chunk.pad)),
    ]),
  );
}

function outputsOf(value: unknown, pad: Pad | undefined): readonly string[] {
  if (pad?.member === 'output') return [pad.char.repeat(pad.count)];
  const output = memberAt(JSON.stringify(value ?? null), ['output']);
  return typeof output === 'string' ? [output] : [];
}

function providerMember(ending: Ending, member: string): unknown {
  return memberAt(lastOf(ending, sourceOf(ending))?.message.text ?? '', [...PROVIDER, member]);
}

function textsOf(ending: Ending): readonly string[] {
  const last = lastOf(ending, sourceOf(ending));
  const parts = memberAt(last?.message.text ?? '', ['body', 'action_result', 'message']);
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown) => {
    const text = memberAt(JSON.stringify(part), ['text']);
    return typeof text === 'string' ? [text] : [];
  });
}

function at(value: AnyJson | undefined, path: readonly string[]): AnyJson | undefined {
  const [member, ...rest] = path;
  if (member === undefined) return value;
  return isObject(value) && Object.hasOwn(value, member) ? at(value[member], rest) : undefined;
}
