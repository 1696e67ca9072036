import type { JsonObject } from '@aip-hermes/aip';
import { isTerminal, type BindingState } from '../state.js';
import { append, nothing, type StreamDecision } from './decision.js';
import { endRun, type ProviderEnding } from './end-run.js';
import { openPrompt } from './open-prompt.js';
import type { ProviderLimits } from './provider-says.js';

/** What a status word of the provider means here (SPEC O8). */
export type StatusMeaning = 'ended' | 'alive' | 'unsupported';

const ENDINGS: ReadonlyMap<string, ProviderEnding> = new Map([
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
]);

const ALIVE: ReadonlySet<string> = new Set(['queued', 'running', 'waiting_for_approval', 'stopping']);

/** SPEC O8: the seven known words; any other fails closed after a second poll confirms it. */
export function meaningOfStatus(word: string): StatusMeaning {
  if (ENDINGS.has(word)) return 'ended';
  return ALIVE.has(word) ? 'alive' : 'unsupported';
}

/** Records what a status read shows: an end, a prompt nobody told us of (SPEC A1), or nothing new. */
export function recordStatus(
  state: BindingState,
  word: string,
  document: JsonObject,
  limits: ProviderLimits,
): StreamDecision {
  const { binding } = state;
  if (isTerminal(binding.status)) return nothing('the run has ended');
  const ending = ENDINGS.get(word);
  const place = { sequence: binding.next_sequence, seenBy: 'poll' } as const;
  if (ending !== undefined) return append(endRun(state, ending, document, limits, place));
  if (word === 'waiting_for_approval' && asksAnew(state)) {
    const generation = binding.approval_generation + 1;
    return append(openPrompt(state, promptOf(document), limits, { ...place, generation }));
  }
  return nothing('nothing new');
}

/**
 * SPEC A1: the word alone proves nothing. Until prompts can be answered here, a polled wait is new exactly when
 * the run was `running` and no prompt was ever recorded.
 */
function asksAnew(state: BindingState): boolean {
  return state.binding.status === 'running' && state.binding.approval_generation === 0;
}

/** Later releases put the prompt into the status; earlier ones say only that somebody is asked. */
function promptOf(document: JsonObject): JsonObject {
  const approval = document['approval'];
  if (typeof approval === 'object' && approval !== null && !Array.isArray(approval))
    return approval as JsonObject;
  return { ...document, event: 'approval.request' };
}
