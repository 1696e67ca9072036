import { isJsonObject, type JsonObject } from '../json.js';

/** How the turn of a run really ended, beyond its status (profile D, 4.1). */
export interface Outcome {
  readonly partial?: boolean;
  readonly reason?: string;
}

/** What the lab's server reports as having served the run. */
const RUNTIME: JsonObject = { provider: 'custom', model: 'fake-model', route_source: 'global' };

/** What a terminal event and status get in profile D: cache counters, `runtime` where there is output. */
export interface OutcomeFields {
  readonly fields: JsonObject;
  /** The flags and the reason; in the status they come after `last_event`. */
  readonly flags: JsonObject;
}

/** Adds the real outcome of the turn to the terminal fields (profile D). */
export function withOutcome(status: string, fields: JsonObject, outcome: Outcome): OutcomeFields {
  const usage = fields['usage'];
  const counted = isJsonObject(usage)
    ? { usage: { ...usage, cache_read_tokens: usage['cache_read_tokens'] ?? 0, cache_write_tokens: 0 } }
    : {};
  return {
    fields: { ...fields, ...counted, ...('output' in fields ? { runtime: RUNTIME } : {}) },
    flags: {
      completed: status === 'completed',
      partial: outcome.partial ?? false,
      interrupted: status === 'cancelled' || status === 'interrupted',
      ...(outcome.reason === undefined ? {} : { turn_exit_reason: outcome.reason }),
    },
  };
}
