import { recordedAt, type History } from './bindings.js';
import { at, textAt, type ProviderCall, type Row, type Violation } from './facts.js';
import { unknownStart, wrongBound } from './g3-start.js';
import type { Limits } from './limits.js';
import type { Processes } from './processes.js';
import type { ProviderRecord } from './provider-record.js';

const KNOWN_WORDS: ReadonlySet<string> = new Set([
  'queued',
  'running',
  'waiting_for_approval',
  'stopping',
  'completed',
  'failed',
  'cancelled',
]);
/** Bad reads in a row that are believed. */
const CONFIRMED = 2;

/** What the outcomes are judged by. */
interface Known {
  readonly provider: ProviderRecord;
  readonly processes: Processes;
  readonly limits: Limits;
}

/**
 * G3, at the row that binds or ends a run: `outcome_unknown` has a cause that happened to this very run, and what has such
 * a cause is never told as anything else: a definite failure needs a definite answer, `not started` needs that nothing
 * was sent, an end needs the provider's word, and its first word counts.
 */
export function checkOutcome(binding: History, row: Row, known: Known): Violation | null {
  const why = complaint(binding, row, known);
  return why === null ? null : { guarantee: 'G3', why: `${binding.actionId}: ${why}` };
}

function complaint(binding: History, row: Row, known: Known): string | null {
  const { provider, limits } = known;
  const start = provider.start(binding.session);
  switch (row.type) {
    case 'RunBound':
      return wrongBound(binding, row, start, limits);
    case 'RunOutcomeUnknown':
      return textAt(row.data, 'phase') === 'start'
        ? unknownStart(binding, row, start, known)
        : unknownObservation(binding, row, known);
    case 'RunFailed':
      return failure(binding, row, start, provider);
    case 'RunCompleted':
      return told(binding, row, 'completed', provider);
    case 'RunCancelled':
      return told(binding, row, 'cancelled', provider);
    default:
      return null;
  }
}

function told({ session }: History, row: Row, word: string, provider: ProviderRecord): string | null {
  const ends = provider.ends(session, row.at);
  if (ends.length === 0) return `${word}, but the provider has not told any end`;
  return ends.some((end) => end.word === word)
    ? null
    : `${word}, but the provider said ${ends[0]?.word ?? ''}`;
}

function failure(
  binding: History,
  row: Row,
  start: ProviderCall | undefined,
  provider: ProviderRecord,
): string | null {
  const code = textAt(row.data, 'error', 'code').replace('connector.hermes_agent.', '');
  switch (code) {
    case 'operator_start_rejected':
      return start?.answer.kind === 'rejected' && row.at >= start.at + start.answer.delayMs
        ? null
        : 'rejected, but the provider did not reject it';
    case 'operator_not_started':
    case 'deadline_exceeded':
      return start === undefined ? null : 'told as not started, but the start was sent';
    default:
      return told(binding, row, 'failed', provider);
  }
}

function unknownObservation(binding: History, end: Row, { provider, processes }: Known): string | null {
  const { bound, session } = binding;
  if (bound === null) return 'the observation is lost of a run that was never bound';
  // A read under way when the stream gives out is given up for polling.
  const givenUp = binding.rows.filter(({ type }) => type === 'StreamEnded').map((row) => row.at);
  const known = provider
    .ends(session, end.at - 1)
    .filter(({ since, at: told }) => !givenUp.some((at) => at >= since && at <= told))
    .find((it) => !processes.disturbed(it.at, end.at));
  if (known !== undefined)
    return `unknown, but the provider said ${known.word} at ${known.at} and nobody died`;
  const timeout = Number(at(binding.rows[0]?.data, 'timeout_ms'));
  if (recordedAt(end) - recordedAt(bound) >= timeout) return null;
  const reads = sinceLastEnd(provider.of(session), processes.lastEnd(end.at), end.at);
  const gone = reads.slice(-CONFIRMED).filter(({ answer }) => answer.kind === 'status_unknown_run');
  const odd = reads
    .slice(-CONFIRMED)
    .filter(({ answer }) => answer.kind === 'status' && !KNOWN_WORDS.has(answer.word));
  return gone.length === CONFIRMED || odd.length === CONFIRMED
    ? null
    : 'the observation is lost, but there was no confirmed 404, no confirmed odd word and no deadline';
}

/** Status reads that said something, by one process. */
function sinceLastEnd(calls: readonly ProviderCall[], from: number, to: number): readonly ProviderCall[] {
  return calls.filter(
    (call) =>
      call.at >= from &&
      call.at <= to &&
      (call.answer.kind === 'status' || call.answer.kind === 'status_unknown_run'),
  );
}
