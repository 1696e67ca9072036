import { isTerminal, recordEvents, type SeenEvent } from '@aip-hermes/binding';
import type { ProviderEvent } from '@aip-hermes/hermes-client';
import { AppendTooLarge } from '@aip-hermes/event-log';
import { limitsOf, patiently, type RunContext } from './run-context.js';

/** Events in one append at most; what one read brings is usually far less. */
const MAX_EVENTS_PER_APPEND = 256;

/**
 * Appends provider events in order, as few appends as fit the log's limit (C76, DESIGN 5). Ends early when the run
 * has ended. Says whether this observer may go on.
 */
export async function recordReads(
  run: RunContext,
  claimId: string,
  events: readonly ProviderEvent[],
): Promise<'mine' | 'ended' | 'lost'> {
  const most = run.batching ? MAX_EVENTS_PER_APPEND : 1;
  let rest: readonly SeenEvent[] = events.map(({ name, data }) => ({ name, data: data }));
  let size = most;
  while (rest.length > 0) {
    const part = rest.slice(0, size);
    try {
      await run.stream.commit((state) => recordEvents(state, claimId, part, limitsOf(run)), patiently(run));
    } catch (error) {
      if (!(error instanceof AppendTooLarge) || part.length === 1) throw error;
      size = Math.ceil(part.length / 2);
      continue;
    }
    rest = rest.slice(part.length);
    if (ownership(run, claimId) !== 'mine') break;
  }
  return ownership(run, claimId);
}

/**
 * Whether the run goes on, and under this observation (DESIGN 3.2 fence 6). A stream this release cannot understand
 * any more is left alone (DESIGN 3).
 */
export function ownership(run: RunContext, claimId: string): 'mine' | 'ended' | 'lost' {
  const state = run.stream.state;
  if (state === null || isTerminal(state.binding.status)) return 'ended';
  if (state.unreadable !== null) return 'lost';
  return state.binding.observation?.claim_id === claimId ? 'mine' : 'lost';
}
