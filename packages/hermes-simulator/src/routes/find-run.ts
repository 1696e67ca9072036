import type { Exchange } from '../http/exchange.js';
import type { JsonObject } from '../json.js';
import type { Run } from '../runs/run.js';

/** A run in memory, or what the store of keyed runs still knows of one. */
export type FoundRun =
  { readonly kind: 'memory'; readonly run: Run } | { readonly kind: 'stored'; readonly status: JsonObject };

/** The run a path names. From profile C on another key's run is not found (1.2), and keyed runs outlive the memory (4.4). */
export function findRun({ state, process, id }: Exchange): FoundRun | undefined {
  const run = process.runs.get(id);
  if (!state.profile.idempotency) return run === undefined ? undefined : { kind: 'memory', run };
  if (run !== undefined) return run.start.owner === state.apiKey ? { kind: 'memory', run } : undefined;
  const status = state.idempotency.statusOf(state.apiKey, id);
  return status === undefined ? undefined : { kind: 'stored', status };
}
