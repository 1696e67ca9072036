import type { CredentialMask } from './credential-mask.js';
import type { StartOutcome } from './outcome.js';
import { errorBody } from './error-body.js';
import { jsonMembers } from './json-members.js';
import { ANY_LENGTH, keptMembers, SHORT_MEMBER } from './kept-members.js';
import { parseProviderJson, isProviderObject } from './provider-json.js';
import type { BodyText } from './read-body.js';
import { retryAfterMs } from './retry-after.js';
import { isUsableRunId, runIdAsSeen } from './run-id.js';
import type { TransportResponse } from './transport.js';

/** What an answer to the start call means, by its status alone where the status decides (SPEC S3 to S6). */
export function startOutcome(
  response: TransportResponse,
  body: BodyText,
  mask: CredentialMask,
): StartOutcome {
  const { status } = response;
  if (status >= 400 && status < 500) return rejected(response, body, mask);
  const document = body.kind === 'text' ? startDocument(body.text) : null;
  if (status < 200 || status >= 300) return unknown(statusReason(status), status, document, mask);
  if (body.kind === 'unreadable') return unknown(`HTTP ${status}, but ${body.reason}`, status, null, mask);
  if (document === null) return unknown(`HTTP ${status} without a JSON object`, status, null, mask);
  if (!isUsableRunId(document.runId)) {
    const what = document.runIdSeen === null ? 'without a run id' : 'with a run id that no URL can hold';
    return unknown(`HTTP ${status} ${what}`, status, document, mask);
  }
  return { kind: 'accepted', runId: document.runId, replayed: document.replayed ?? replayedHeader(response) };
}

interface StartDocument {
  /** Null when the wire has no text there: a number is no run id, whatever its size. */
  readonly runId: unknown;
  readonly runIdSeen: string | null;
  readonly replayed: boolean | null;
}

const KEPT: ReadonlyMap<string, number> = new Map([
  ['run_id', ANY_LENGTH],
  ['replayed', SHORT_MEMBER],
]);

function startDocument(text: string): StartDocument | null {
  const parsed = parseProviderJson(text);
  if (parsed.kind === 'invalid') return null;
  const document = parsed.kind === 'value' ? parsed.value : keptMembers(text, KEPT);
  if (document === null || !isProviderObject(document)) return null;
  const { run_id: seen, replayed } = document as { run_id?: unknown; replayed?: unknown };
  // Big integers come out of the reader as text, so the wire's own type has to be asked again.
  const isText = jsonMembers(text, KEPT)?.get('run_id')?.startsWith('"') === true;
  return {
    runId: isText ? seen : null,
    runIdSeen: runIdAsSeen(seen),
    replayed: typeof replayed === 'boolean' ? replayed : null,
  };
}

function rejected(response: TransportResponse, body: BodyText, mask: CredentialMask): StartOutcome {
  const { code, message } = errorBody(body.kind === 'text' ? body.text : '', mask);
  return {
    kind: 'rejected',
    httpStatus: response.status,
    providerCode: code,
    providerMessage: message,
    retryAfterMs: retryAfterMs(response.headers),
  };
}

function unknown(
  reason: string,
  httpStatus: number,
  document: StartDocument | null,
  mask: CredentialMask,
): StartOutcome {
  const seen = document?.runIdSeen ?? null;
  return {
    kind: 'unknown',
    reason,
    requestSent: true,
    httpStatus,
    runIdSeen: seen === null ? null : mask.text(seen),
  };
}

function statusReason(status: number): string {
  if (status >= 300 && status < 400) return `HTTP ${status}; redirects are not followed`;
  return `HTTP ${status}`;
}

function replayedHeader(response: TransportResponse): boolean | null {
  return response.headers['idempotency-replayed']?.trim().toLowerCase() === 'true' ? true : null;
}
