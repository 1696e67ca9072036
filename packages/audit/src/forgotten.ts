import type { Json } from '@aip-hermes/aip';
import type { BindingState } from '@aip-hermes/binding';
import { envelopeOf, type BusRecord } from './bus-record.js';
import type { DerivedMessage } from './derive-messages.js';
import type { EvidenceRow } from './evidence-row.js';
import { objectAt, textAt } from './json-at.js';

/** What is still in the log beside a binding. */
interface Kept {
  readonly state: BindingState | null;
  readonly derived: readonly DerivedMessage[];
  readonly refusals: readonly EvidenceRow[];
  readonly replays: readonly EvidenceRow[];
}

/**
 * Whether a published reply may come from a refusal or a replay that retention has dropped since (DESIGN 3: "no longer
 * derivable", not broken): it answers a command the binding never took, its stream does not begin at its first event
 * any more, and it says nothing that such a reply could not say. A binding's own messages are never forgotten.
 */
export function isForgotten(record: BusRecord, kept: Kept): boolean {
  const envelope = envelopeOf(record.value);
  const answers = textAt(envelope, 'in_response_to');
  if (record.topic !== 'results' || answers === null || kept.state?.messageIds.has(answers) === true)
    return false;
  const body = objectAt(envelope, 'body');
  if (isTrimmed(kept.refusals) && isRefusal(body)) return true;
  return isTrimmed(kept.replays) && isReplay(body, kept.derived);
}

/** Whether a record of an id that the log does not know may be a refusal or error reply that retention has dropped. */
export function mayBeRefusal({ topic, value }: BusRecord): boolean {
  return topic === 'results' && isRefusal(objectAt(envelopeOf(value), 'body'));
}

/** An empty stream may have been full once: only its first revision would show that nothing is gone. */
function isTrimmed(rows: readonly EvidenceRow[]): boolean {
  const first = rows[0];
  return first === undefined || first.row.revision > 0;
}

function isRefusal(body: ReturnType<typeof objectAt>): boolean {
  const result = objectAt(body, 'action_result') ?? objectAt(body, 'delegation_result');
  if (result !== null) return textAt(result, 'status') === 'failed' && result['output'] === undefined;
  return objectAt(body, 'error') !== null || textAt(objectAt(body, 'ack'), 'status') === 'rejected';
}

/** A replay repeats a result that the binding gave, or the prompt it waits at. */
function isReplay(body: Json | null, derived: readonly DerivedMessage[]): boolean {
  if (body === null) return false;
  const text = JSON.stringify(body);
  return derived.some(
    ({ message }) => message.topic === 'results' && message.value.includes(`"body":${text}`),
  );
}
