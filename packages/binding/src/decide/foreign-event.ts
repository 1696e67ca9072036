import type { JsonObject } from '@aip-hermes/aip';
import { redactText } from '../redaction/redact-text.js';

/** Name under which an event of another run is recorded; it is no event of the observed run. */
export const FOREIGN_EVENT = 'connector.foreign_event';

/** A run id as the provider makes them. */
const RUN_ID = /^run_[0-9a-f]{32}$/;

/**
 * Whether an event on the stream of a run says that it belongs to another one. Ends and prompts must name this run or
 * none; others are foreign only when they name what can be a run: anything shorter is a mark that means nothing here.
 */
export function isForeign(
  { name, data }: { readonly name: string; readonly data: JsonObject },
  runId: string | null,
): boolean {
  const owner = data['run_id'];
  if (typeof owner !== 'string' || owner === runId) return false;
  return name.startsWith('run.') || name.startsWith('approval.') || RUN_ID.test(owner);
}

/**
 * What is kept of an event of another run: its name and that run's id. What it says may be somebody else's and is never
 * told here.
 */
export function foreignEvent(name: string, data: JsonObject, secrets: readonly string[]): JsonObject {
  const owner = data['run_id'];
  return {
    event: FOREIGN_EVENT,
    foreign_event: kept(name, secrets),
    foreign_run_id: typeof owner === 'string' ? kept(owner, secrets) : null,
    message: 'The provider sent an event of another run on this stream; it is not taken for one of this run.',
  };
}

/** Names and ids are provider text; recorded ones are redacted and capped. */
const MAX_CHARS = 200;

function kept(text: string, secrets: readonly string[]): string {
  return redactText(text, secrets).slice(0, MAX_CHARS);
}
