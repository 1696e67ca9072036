import type { ClientContext } from './client-context.js';
import { errorBody } from './error-body.js';
import { getJson, type GetAnswer } from './get-json.js';
import { ANY_LENGTH, keptMembers, SHORT_MEMBER } from './kept-members.js';
import type { ProviderObject, StatusOutcome } from './outcome.js';
import { isProviderObject, parseProviderJson, type ProviderParse } from './provider-json.js';
import { OPAQUE_LIMIT_BYTES } from './provider-event.js';
import { capText } from './provider-text.js';
import { retryAfterMs } from './retry-after.js';
import { isUsableRunId } from './run-id.js';

/** A body above this is called large (G13). */
const LARGE_BODY_BYTES = 1024 * 1024;

/** Characters of the longest document that is built whole. */
const WHOLE_LIMIT_LENGTH = 2 * 1024 * 1024;

/** Most bytes of a status word; every word that means something is shorter. */
const WORD_LIMIT_BYTES = 256;

/** What of a document that is not built whole still matters. */
const KEPT: ReadonlyMap<string, number> = new Map([
  ['run_id', ANY_LENGTH],
  ['status', ANY_LENGTH],
  ['output', ANY_LENGTH],
  ['error', ANY_LENGTH],
  ['approval', ANY_LENGTH],
  ['usage', SHORT_MEMBER],
  ['last_event', SHORT_MEMBER],
  ['created_at', SHORT_MEMBER],
  ['updated_at', SHORT_MEMBER],
  ['session_id', SHORT_MEMBER],
  ['model', SHORT_MEMBER],
]);

/** Reads `GET /v1/runs/{id}` once (SPEC O8, O9). What the status word means is the caller's business. */
export async function readStatus(
  context: ClientContext,
  runId: string,
  signal: AbortSignal,
): Promise<StatusOutcome> {
  if (!isUsableRunId(runId)) {
    return { kind: 'not_found', reason: 'the run id cannot stand in a URL; nothing was requested' };
  }
  const answer = await getJson(context, context.urls.run(runId), true, signal);
  if (answer.kind === 'failed') return transient(answer.reason, null, null);
  const outcome = statusOutcome(runId, answer, context);
  return answer.body.bytes > LARGE_BODY_BYTES && outcome.kind !== 'not_found'
    ? { ...outcome, large: true }
    : outcome;
}

function statusOutcome(
  runId: string,
  { response, body }: GetAnswer & { kind: 'answer' },
  context: ClientContext,
): StatusOutcome {
  const { status, headers } = response;
  if (status === 404) return notFound(body.kind === 'text' ? body.text : '', context);
  const wait = retryAfterMs(headers);
  if (status < 200 || status >= 300) return transient(`HTTP ${status}`, status, wait);
  if (body.kind === 'unreadable') return transient(`HTTP ${status}, but ${body.reason}`, status, wait);
  const read = documentOf(body.text, context);
  const word = read?.['status'];
  if (read === null || typeof word !== 'string') {
    return transient(`HTTP ${status} without a status document`, status, wait);
  }
  const owner = read['run_id'];
  if (typeof owner === 'string' && owner !== runId) {
    return transient('the answer is about another run', status, wait);
  }
  const document = context.mask.object(read, body.text);
  return { kind: 'status', status: capText(context.mask.text(word), WORD_LIMIT_BYTES), document };
}

/** The status document; of one that is not worth building, or must not be built, only what matters (C93, G13). */
function documentOf(text: string, { mask }: ClientContext): ProviderObject | null {
  const parsed: ProviderParse =
    text.length > WHOLE_LIMIT_LENGTH ? { kind: 'opaque' } : parseProviderJson(text);
  switch (parsed.kind) {
    case 'invalid':
      return null;
    case 'value':
      return isProviderObject(parsed.value) ? parsed.value : null;
    case 'opaque': {
      const kept = keptMembers(text, KEPT);
      return kept === null ? null : { ...kept, opaque: capText(mask.text(text), OPAQUE_LIMIT_BYTES) };
    }
  }
}

function notFound(text: string, context: ClientContext): StatusOutcome {
  const reason = errorBody(text, context.mask).json
    ? 'HTTP 404: the provider does not know this run (expired, restarted, or another key)'
    : 'HTTP 404 that is not JSON: the route may not exist (old release, wrong address or prefix)';
  return { kind: 'not_found', reason };
}

function transient(reason: string, httpStatus: number | null, wait: number | null): StatusOutcome {
  return { kind: 'transient', reason, httpStatus, retryAfterMs: wait };
}
