import type { ExpectationName, Expectations } from '../file/scenario.js';

/** Values that are wrong for expectations which any other value would not make wrong. */
const SPECIAL: { readonly [K in ExpectationName]?: Expectations[K] } = {
  resultOneOf: [{ result: 'cancelled', code: 'nothing' }],
  sameErrorOf: ['act_own_2', 'act_own_1'],
  undisclosed: { act_own_2: ['act_own_2'] },
  resultTextLacks: ['action_result'],
  exactlyOneOf: ['OperatorRunRequested', 'InvocationAccepted'],
  published: [{ nothing: 1 }],
  outputProviderContains: { nothing: 1 },
  requestsOutside: ['/steal'],
};

/** A value for an expectation that cannot be true where the given one is. */
export function wrongly(word: ExpectationName, expected: Expectations): unknown {
  if (Object.hasOwn(SPECIAL, word)) return SPECIAL[word];
  // What is true is the other way round here.
  if (word === 'resultIsNot') return 'completed';
  return other(expected[word]);
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1_000_003;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^[<>]/.test(value) ? 1_000_003 : `${value}x`;
  if (Array.isArray(value)) return [...(value as readonly unknown[]), 'x'];
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, other(member)]));
  throw new Error(`cannot be changed: ${String(value)}`);
}
