import { DEFAULT_MAX_DEPTH, parseLossless, type LosslessJson } from '@aip-hermes/aip';

/** Bytes read from a file or stdin at most: several commands of the largest size. */
export const MAX_INPUT_BYTES = 64 * 1_048_576;

/** The values of an input, or why it cannot be read. */
export type ParsedInput =
  | { readonly kind: 'ok'; readonly values: readonly LosslessJson[] }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** Reads one JSON value, an array of values, or JSON Lines. Every line that cannot be read is named. */
export function parseInput(bytes: Uint8Array): ParsedInput {
  const limits = { maxBytes: MAX_INPUT_BYTES, maxDepth: DEFAULT_MAX_DEPTH };
  const whole = parseLossless(bytes, limits);
  if (whole.kind === 'ok') {
    const values = Array.isArray(whole.value) ? (whole.value as readonly LosslessJson[]) : [whole.value];
    return values.length > 0
      ? { kind: 'ok', values }
      : { kind: 'bad', problems: ['the array is empty: there is nothing to submit'] };
  }
  const fault = faultText(whole);
  if (whole.code !== 'not_json') return { kind: 'bad', problems: [fault] };
  const lines = new TextDecoder().decode(bytes).split('\n');
  const texts = lines
    .map((text, index) => ({ text, at: index + 1 }))
    .filter(({ text }) => text.trim() !== '');
  if (texts.length < 2) return { kind: 'bad', problems: [fault] };
  const parsed = texts.map(({ text, at }) => ({ at, result: parseLossless(text, limits) }));
  // One document broken over lines is no JSON Lines: its own fault helps more than one a line.
  if (parsed[0]?.result.kind !== 'ok') return { kind: 'bad', problems: [fault] };
  const values = parsed.flatMap(({ result }) => (result.kind === 'ok' ? [result.value] : []));
  if (values.length === parsed.length) return { kind: 'ok', values };
  return {
    kind: 'bad',
    problems: parsed.flatMap(({ at, result }) =>
      result.kind === 'bad' ? [`line ${at}: ${faultText(result)}`] : [],
    ),
  };
}

function faultText({ message, path }: { readonly message: string; readonly path?: string }): string {
  return path === undefined || path === '' ? message : `${path}: ${message}`;
}
