import {
  TransportFailure,
  type HermesTransport,
  type TransportRequest,
  type TransportResponse,
} from '../transport.js';

/** A transport that keeps every request and answers as told. */
export interface ScriptedTransport extends HermesTransport {
  readonly requests: TransportRequest[];
}

/** Gives the answer to a request. */
export type Answer = (request: TransportRequest) => TransportResponse | Promise<TransportResponse>;

/** One chunk of a body, or the break in it. */
export type BodyPart = string | Uint8Array | TransportFailure;

/** Answers the n-th request with the n-th function; the last one repeats. */
export function scriptedTransport(...answers: readonly [Answer, ...Answer[]]): ScriptedTransport {
  const requests: TransportRequest[] = [];
  return {
    requests,
    request: async (request) => {
      requests.push(request);
      const answer = answers[Math.min(requests.length, answers.length) - 1] ?? answers[0];
      return await answer(request);
    },
    close: () => Promise.resolve(),
  };
}

/** An answer with this body, one chunk for each element; a failure among them breaks the body there. */
export function answering(
  status: number,
  body: string | readonly BodyPart[],
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Answer {
  return () => ({ status, headers, body: chunks(typeof body === 'string' ? [body] : body) });
}

/** An answer whose body is JSON. */
export function answeringJson(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return answering(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers });
}

/** An event stream of these chunks. */
export function answeringStream(...body: readonly BodyPart[]): Answer {
  return answering(200, body, { 'content-type': 'text/event-stream' });
}

/** Throws, as a transport without an answer head does. */
export function failing(failure: Error): Answer {
  return () => Promise.reject(failure);
}

/** Never answers; fails when aborted, as the port demands. */
export function silent(requestSent: boolean): Answer {
  return (request) => aborted(request.signal, requestSent);
}

/** Gives the head, then the chunks, then nothing until aborted. */
export function stalling(
  status: number,
  headers: Record<string, string>,
  ...body: readonly string[]
): Answer {
  return (request) => ({ status, headers, body: stalled(body, request.signal) });
}

async function* chunks(body: readonly BodyPart[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of body) {
    if (chunk instanceof TransportFailure) throw chunk;
    await Promise.resolve();
    yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
}

async function* stalled(
  body: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of body) yield Buffer.from(chunk);
  await aborted(signal, true);
}

function aborted(signal: AbortSignal, requestSent: boolean): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new TransportFailure('aborted', requestSent, 'aborted'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
