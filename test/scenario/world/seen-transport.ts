import type { HermesTransport, TransportRequest, TransportResponse } from '@aip-hermes/hermes-client';
import type { ProcessEdge } from './process-edge.js';

/**
 * The connections of a process to the provider, in the order of the scheduler: a request goes out, the head and every
 * piece of the body come in as things of their own. A kill closes them. `arrived` is told the text of each piece.
 */
export function seenTransport(
  transport: HermesTransport,
  edge: ProcessEdge,
  arrived: (text: string) => void,
): HermesTransport {
  return {
    request: async (request) => {
      const { response, signal } = await sent(transport, edge, request);
      return { ...response, body: pieces(response.body, edge, signal, arrived) };
    },
    close: () => transport.close(),
  };
}

async function sent(
  transport: HermesTransport,
  edge: ProcessEdge,
  request: TransportRequest,
): Promise<{ readonly response: TransportResponse; readonly signal: AbortSignal }> {
  const signal = AbortSignal.any([request.signal, edge.killed]);
  const response = await edge.call(() => transport.request({ ...request, signal }));
  return { response, signal };
}

function pieces(
  body: AsyncIterable<Uint8Array>,
  edge: ProcessEdge,
  signal: AbortSignal,
  arrived: (text: string) => void,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      const items = body[Symbol.asyncIterator]();
      return {
        next: async () => {
          const piece = await edge.call(() => items.next());
          if (piece.done !== true) arrived(new TextDecoder().decode(piece.value));
          return piece;
        },
        return: async () => {
          if (!signal.aborted) await items.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
