import type { History } from './bindings.js';
import { at, textAt, type ProviderCall, type Row } from './facts.js';
import type { Limits } from './limits.js';
import type { Processes } from './processes.js';

/** A start call's time at most, from the claim on: the claim's minute less ten seconds. */
const START_CALL_MS = 50_000;
/** An answer so near the end of that time may come too late. */
const LAST_MOMENT_MS = 100;

/** Why `outcome_unknown` of a start has no cause in what happened to this very start; null: it has one. */
export function unknownStart(
  binding: History,
  end: Row,
  start: ProviderCall | undefined,
  { processes, limits }: { readonly processes: Processes; readonly limits: Limits },
): string | null {
  const { claim } = binding;
  if (claim === null) return 'the start is unknown, but nobody had claimed it';
  if (at(end.data, 'evidence', 'request_sent') === false && start !== undefined && hadRequest(start))
    return 'the evidence says that nothing was sent, but the provider has the request';
  if (processes.ended(claim.at, end.at)) return null;
  if (start === undefined) return 'the start is unknown, but nothing was sent and nobody died';
  const overAt = callOverAt(claim, limits);
  const { answer } = start;
  switch (answer.kind) {
    case 'ambiguous':
      return within(start.at + answer.delayMs, end.at, answer.what);
    case 'lost':
      return within(answer.delayMs === null ? overAt : start.at + answer.delayMs, end.at, answer.what);
    case 'accepted':
      return start.at + answer.delayMs >= overAt
        ? within(overAt, end.at, 'the time of the call')
        : 'the start is unknown, but the provider accepted it in time and nobody died';
    default:
      return `the start is unknown, but the provider answered "${answer.kind}" and nobody died`;
  }
}

/** Why a binding may not be bound as it is; null: it may. */
export function wrongBound(
  { claim }: History,
  bound: Row,
  start: ProviderCall | undefined,
  limits: Limits,
): string | null {
  if (start?.answer.kind !== 'accepted') return 'bound, but the provider accepted nothing';
  const { answer } = start;
  if (textAt(bound.data, 'run_id') !== answer.runId) return 'bound to a run that the provider did not name';
  if (bound.at < start.at + answer.delayMs) return 'bound before the provider answered';
  if (claim === null || textAt(bound.data, 'claim_id') !== textAt(claim.data, 'claim_id'))
    return 'bound without the claim in force';
  return start.at + answer.delayMs > callOverAt(claim, limits) + 2 * LAST_MOMENT_MS
    ? 'bound by an answer that came after the time of the call'
    : null;
}

/** Whether the provider had the whole request. */
function hadRequest({ answer }: ProviderCall): boolean {
  return answer.kind !== 'lost' || answer.reached;
}

/** When the time for the start call is over, virtual milliseconds. */
function callOverAt(claim: Row, { epochMs }: Limits): number {
  return Date.parse(textAt(claim.data, 'claimed_at')) - epochMs + START_CALL_MS - LAST_MOMENT_MS;
}

function within(known: number, ended: number, what: string): string | null {
  return ended >= known ? null : `the start is unknown ${known - ended} ms before its cause: ${what}`;
}
