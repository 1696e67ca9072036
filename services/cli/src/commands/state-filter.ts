import type { BindingStatus } from '@aip-hermes/binding';
import { InvalidArgumentError } from 'commander';

/** States in the order of a binding's life (SPEC B4). */
const OPEN: readonly BindingStatus[] = ['starting', 'running', 'waiting_for_approval', 'cancelling'];
const ENDED: readonly BindingStatus[] = ['completed', 'failed', 'cancelled', 'outcome_unknown'];

const SHORTHANDS: ReadonlyMap<string, readonly BindingStatus[]> = new Map([
  ['open', OPEN],
  ['ended', ENDED],
  ['waiting', ['waiting_for_approval']],
]);

const MEANINGS: ReadonlyMap<string, readonly BindingStatus[]> = new Map([
  ...[...OPEN, ...ENDED].map((state) => [state, [state]] as const),
  ...SHORTHANDS,
]);

/** Words `--state` takes: every state, and shorthands for several. */
export const STATE_WORDS: readonly string[] = [...MEANINGS.keys()];

/** Reads states with commas between them; `before` are those of an earlier `--state`. @throws InvalidArgumentError */
export function stateFilter(
  text: string,
  before: ReadonlySet<BindingStatus> | undefined,
): ReadonlySet<BindingStatus> {
  const states = text.split(',').flatMap((word) => {
    const meaning = MEANINGS.get(word.trim());
    if (meaning !== undefined) return meaning;
    throw new InvalidArgumentError(
      `Accepted are ${STATE_WORDS.join(', ')}, several with commas between them.`,
    );
  });
  return new Set([...(before ?? []), ...states]);
}
