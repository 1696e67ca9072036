import type { ClientContext } from './client-context.js';
import { errorBody } from './error-body.js';
import { getJson, type GetAnswer } from './get-json.js';
import type { StatusOutcome } from './outcome.js';
import { isProviderObject, parseProviderJson } from './provider-json.js';
import { OPAQUE_LIMIT_BYTES } from './provider-event.js';
import { capText } from './provider-text.js';
import { retryAfterMs } from './retry-after.js';
import { isUsableRunId } from './run-id.js';

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
  return statusOutcome(answer, context);
}

function statusOutcome(
  { response, body }: GetAnswer & { kind: 'answer' },
  context: ClientContext,
): StatusOutcome {
  const { status, headers } = response;
  if (status === 404) return notFound(body.kind === 'text' ? body.text : '', context);
  const wait = retryAfterMs(headers);
  if (status < 200 || status >= 300) return transient(`HTTP ${status}`, status, wait);
  if (body.kind === 'unreadable') return transient(`HTTP ${status}, but ${body.reason}`, status, wait);
  return document(body.text, context) ?? transient(`HTTP ${status} without a status document`, status, wait);
}

function document(text: string, context: ClientContext): StatusOutcome | null {
  const parsed = parseProviderJson(text);
  if (parsed.kind === 'invalid') return null;
  if (parsed.kind === 'too_deep') {
    const seen = parsed.texts.get('status');
    if (seen === undefined) return null;
    const status = context.mask.text(seen);
    const opaque = capText(context.mask.text(text), OPAQUE_LIMIT_BYTES);
    return { kind: 'status', status, document: { status, opaque } };
  }
  if (!isProviderObject(parsed.value)) return null;
  const read = context.mask.object(parsed.value, text);
  const status = read['status'];
  return typeof status === 'string' ? { kind: 'status', status, document: read } : null;
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
