import type { ClientContext } from './client-context.js';
import { errorBody } from './error-body.js';
import { exchangeFailure } from './exchange-failure.js';
import { ExchangeGuard } from './exchange-guard.js';
import type { ProviderEvent, StreamEndReason, StreamRead } from './outcome.js';
import { providerEvent } from './provider-event.js';
import { readBody } from './read-body.js';
import { isUsableRunId } from './run-id.js';
import { FRAME_LIMIT_BYTES, SseFramer } from './sse-framer.js';
import { TransportFailure, type TransportResponse } from './transport.js';

/** Largest event stream, in bytes as decoded (DESIGN 6). */
export const STREAM_LIMIT_BYTES = 64 * 1024 * 1024;

/** Most bytes read of the body of an answer that is no stream; it only tells a JSON 404 from a page. */
const REFUSAL_LIMIT_BYTES = 64 * 1024;

type StreamEnd = NonNullable<StreamRead['end']>;

/**
 * Opens `GET /v1/runs/{id}/events` once and yields one item for each network read (SPEC O1, O4, O6). Only the
 * wait for the head has a time-out (C15). A second subscription is never made: it would split or lose events
 * (hermes 5.2).
 */
export async function* openEvents(
  context: ClientContext,
  runId: string,
  signal: AbortSignal,
): AsyncGenerator<StreamRead, void, undefined> {
  if (!isUsableRunId(runId)) {
    yield ended('not_found', 'the run id cannot stand in a URL; nothing was requested');
    return;
  }
  const guard = new ExchangeGuard(signal, context.timers);
  try {
    guard.limit(context.headersTimeoutMs);
    const response = await requestStream(context, runId, guard);
    const refusal = await refusalOf(response, context, guard);
    guard.unlimited();
    if (refusal === null) yield* readEvents(response, context, guard);
    else yield { events: [], end: refusal };
  } catch (thrown) {
    const { reason } = exchangeFailure(thrown, guard);
    yield ended(guard.stoppedBy === 'caller' ? 'aborted' : 'transport', reason);
  } finally {
    guard.end();
  }
}

function requestStream(
  context: ClientContext,
  runId: string,
  guard: ExchangeGuard,
): Promise<TransportResponse> {
  return context.transport.request({
    method: 'GET',
    url: context.urls.events(runId),
    headers: { ...context.headers(true), accept: 'text/event-stream' },
    body: null,
    // A stale kept-alive socket would cost the run its only stream.
    freshConnection: true,
    signal: guard.signal,
  });
}

/** Why the answer is no event stream, or null. */
async function refusalOf(
  response: TransportResponse,
  context: ClientContext,
  guard: ExchangeGuard,
): Promise<StreamEnd | null> {
  const { status } = response;
  if (status === 404) {
    const body = await readBody(response, guard, REFUSAL_LIMIT_BYTES);
    const { json } = errorBody(body.kind === 'text' ? body.text : '', context.mask);
    const detail = json
      ? 'HTTP 404: the provider has no stream for this run'
      : 'HTTP 404 that is not JSON: the route may not exist (old release, wrong address or prefix)';
    return { reason: 'not_found', detail };
  }
  if (status < 200 || status >= 300) return { reason: 'http_status', detail: `HTTP ${status}` };
  const mediaType = response.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType === 'text/event-stream') return null;
  return { reason: 'decode', detail: `HTTP ${status} whose content type is no event stream` };
}

async function* readEvents(
  response: TransportResponse,
  context: ClientContext,
  guard: ExchangeGuard,
): AsyncGenerator<StreamRead, void, undefined> {
  const framer = new SseFramer();
  let received = 0;
  for await (const chunk of response.body) {
    const room = STREAM_LIMIT_BYTES - received;
    received += chunk.length;
    const read = readChunk(framer, chunk.subarray(0, room), context);
    if (read.end !== null) {
      yield read;
      return;
    }
    if (chunk.length > room) {
      yield { ...read, end: { reason: 'stream_limit', detail: `more than ${STREAM_LIMIT_BYTES} bytes` } };
      return;
    }
    yield read;
  }
  // A transport may end the body quietly when it is aborted.
  if (guard.stoppedBy !== null) throw new TransportFailure('aborted', true, 'the stream was given up');
  // A frame that the end of the body cut off is not dispatched (C17).
  yield ended('closed', 'the provider closed the stream');
}

function readChunk(framer: SseFramer, chunk: Uint8Array, context: ClientContext): StreamRead {
  const { frames, fault } = framer.feed(chunk);
  const events: ProviderEvent[] = [];
  for (const frame of frames) {
    const event = providerEvent(frame, context.mask);
    if (event === null) {
      return { events, end: { reason: 'decode', detail: 'the data of a frame is no JSON object' } };
    }
    events.push(event);
  }
  return { events, end: faultEnd(fault) };
}

function faultEnd(fault: 'frame_limit' | 'decode' | null): StreamEnd | null {
  switch (fault) {
    case null:
      return null;
    case 'frame_limit':
      return { reason: 'frame_limit', detail: `a frame is larger than ${FRAME_LIMIT_BYTES} bytes` };
    case 'decode':
      return { reason: 'decode', detail: 'a frame is not UTF-8' };
  }
}

function ended(reason: StreamEndReason, detail: string): StreamRead {
  return { events: [], end: { reason, detail } };
}
