import type { StartRequest } from './client.js';
import type { ClientContext } from './client-context.js';
import { ExchangeGuard } from './exchange-guard.js';
import { exchangeFailure } from './exchange-failure.js';
import { headerProblem, isHeaderValue, lowerCaseNames } from './header-rules.js';
import type { StartOutcome } from './outcome.js';
import { readBody } from './read-body.js';
import { startOutcome } from './start-outcome.js';
import type { TransportResponse } from './transport.js';

/** The last part of the time allowed, milliseconds: enough to read an answer that is already here. */
const LAST_CHANCE_MS = 50;

/**
 * Sends exactly one `POST /v1/runs` (G1, SPEC S3 to S6, S10). Whatever goes wrong after this line of code is
 * a value: nothing here repeats the request, and the connection is a fresh one so that nothing below can.
 */
export async function startRun(
  context: ClientContext,
  request: StartRequest,
  signal: AbortSignal,
): Promise<StartOutcome> {
  const problem = startProblem(request, signal);
  if (problem !== null) return { kind: 'not_sent', reason: problem };
  const guard = new ExchangeGuard(signal, context.timers);
  guard.limitInTwoSteps(request.timeoutMs, LAST_CHANCE_MS);
  try {
    const response = await send(context, request, guard);
    return startOutcome(response, await readBody(response, guard), context.mask);
  } catch (thrown) {
    const { local, reason, requestSent } = exchangeFailure(thrown, guard);
    if (local) return { kind: 'not_sent', reason };
    return { kind: 'unknown', reason, requestSent, httpStatus: null, runIdSeen: null };
  } finally {
    guard.end();
  }
}

/** Why the call cannot even be begun, or null (SPEC S10: nothing can have left the process). */
function startProblem(request: StartRequest, signal: AbortSignal): string | null {
  if (signal.aborted) return 'given up by the caller before anything was sent';
  if (request.timeoutMs <= 0) return 'no time was left for the call';
  if (request.idempotencyKey === '' || !isHeaderValue(request.idempotencyKey)) {
    return 'the idempotency key is no legal header value';
  }
  return headerProblem(request.headers);
}

function send(
  context: ClientContext,
  request: StartRequest,
  guard: ExchangeGuard,
): Promise<TransportResponse> {
  return context.transport.request({
    method: 'POST',
    url: context.urls.runs,
    headers: {
      ...lowerCaseNames(request.headers),
      ...context.headers(true),
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': request.idempotencyKey,
    },
    body: request.body,
    freshConnection: true,
    signal: guard.signal,
  });
}
