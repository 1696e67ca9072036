import { errorAnswer, internalErrorPage, jsonAnswer, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { idempotencyKey } from '../http/idempotency-key.js';
import { parsePythonJson } from '../http/parse-python-json.js';
import type { Json, JsonObject } from '../json.js';
import { beginRun } from '../runs/begin-run.js';
import { startFingerprint } from '../runs/idempotency-store.js';
import { capAnswer, drainAnswer } from './discovery.js';
import { MalformedShape, readStartRequest, type StartRequest } from './start-request.js';

/** Longest `X-Hermes-Session-Key` (3.2). */
const MAX_SESSION_KEY = 256;

/** `POST /v1/runs`: drain, session key, then the checks of the profile in its order (3.4). */
export function startRun(exchange: Exchange): Answer {
  const { state, process, request } = exchange;
  const draining = drainAnswer(process.draining);
  if (draining !== undefined) return draining;
  const header = request.headers['x-hermes-session-key'];
  const sessionKey = typeof header === 'string' ? header : '';
  if (sessionKey.length > MAX_SESSION_KEY)
    return jsonAnswer(400, { error: { message: 'Session key too long', type: 'invalid_request_error' } });
  const full = state.profile.idempotency ? undefined : atCap(exchange);
  if (full !== undefined) return full;
  // A chunked body above the limit ends here too: "Invalid JSON", not 413 (1.3).
  const body = exchange.body.bytes === undefined ? undefined : parsePythonJson(exchange.body.bytes);
  if (body === undefined) return errorAnswer(400, 'Invalid JSON', null);
  try {
    return state.profile.idempotency
      ? startKeyed(exchange, body, sessionKey)
      : startPlain(exchange, body, sessionKey);
  } catch (error) {
    if (error instanceof MalformedShape) return internalErrorPage();
    throw error;
  }
}

/** Profiles A and B: the key header is ignored. */
function startPlain(exchange: Exchange, body: Json, sessionKey: string): Answer {
  const start = readStartRequest(body);
  if ('status' in start) return start;
  return accepted(beginRun(exchange, start).start.id, {}, sessionKey);
}

/** Profile C on: key syntax, input and history, the key's record, and only then the cap (3.4, 8). */
function startKeyed(exchange: Exchange, body: Json, sessionKey: string): Answer {
  const { state } = exchange;
  const key = idempotencyKey(exchange.request);
  if (typeof key === 'object') return key;
  const start = readStartRequest(body);
  if ('status' in start) return start;
  const fingerprint = startFingerprint(body, sessionKey);
  if (key !== undefined) {
    const found = state.idempotency.lookup(state.apiKey, key, fingerprint);
    if (found.kind === 'conflict') {
      const message = 'Idempotency-Key was already used with a different request payload';
      return errorAnswer(409, message, 'idempotency_key_conflict');
    }
    if (found.kind === 'replay') {
      const body = { run_id: found.runId, status: found.status['status'] ?? null, replayed: true };
      return jsonAnswer(202, body, [['Idempotency-Replayed', 'true'], ...echo(sessionKey)]);
    }
  }
  return atCap(exchange) ?? startNew(exchange, start, key, fingerprint, sessionKey);
}

function startNew(
  exchange: Exchange,
  start: StartRequest,
  key: string | undefined,
  fingerprint: string,
  sessionKey: string,
): Answer {
  const { state } = exchange;
  const run = beginRun(exchange, start);
  if (key !== undefined) state.idempotency.reserve(state.apiKey, key, fingerprint, run);
  return accepted(run.start.id, { replayed: false }, sessionKey);
}

function atCap({ state, process }: Exchange): Answer | undefined {
  return capAnswer(process.runs.held(), state.maxConcurrentRuns);
}

function accepted(runId: string, more: JsonObject, sessionKey: string): Answer {
  const answer = jsonAnswer(202, { run_id: runId, status: 'started', ...more }, echo(sessionKey));
  return { ...answer, createdRun: runId };
}

function echo(sessionKey: string): Answer['headers'] {
  return sessionKey === '' ? [] : [['X-Hermes-Session-Key', sessionKey]];
}
