import {
  TransportFailure,
  type HermesTransport,
  type TransportRequest,
  type TransportResponse,
} from '@aip-hermes/hermes-client';

/** Bytes of the first answer's body that are kept. */
const MAX_KEPT_BYTES = 4_096;

/** What one exchange showed beside its answer. */
export interface NotedExchange {
  readonly status: number;
  /** From sending the request to the head of the answer, milliseconds. */
  readonly tookMs: number;
  /** Wall clock when the head arrived, milliseconds since 1970. */
  readonly arrivedMs: number;
  /** The `Date` header as it came; untrusted. */
  readonly date: string | null;
}

/** A transport that notes what a check wants to know and the client does not tell. */
export interface NotingTransport extends HermesTransport {
  /** Answers that came, in order. */
  readonly exchanges: readonly NotedExchange[];
  /** Whether a request with the key was made, or was held back. */
  readonly keyAsked: boolean;
  /** The beginning of the first answer's body, as text; untrusted. */
  readonly firstBody: string;
}

/** @param withKey False: requests that would carry a key are not sent. */
export function notingTransport(inner: HermesTransport, withKey: boolean): NotingTransport {
  const exchanges: NotedExchange[] = [];
  const kept: Uint8Array[] = [];
  let keyAsked = false;
  return {
    exchanges,
    get keyAsked() {
      return keyAsked;
    },
    get firstBody() {
      return Buffer.concat(kept).subarray(0, MAX_KEPT_BYTES).toString('utf8');
    },
    request: async (request: TransportRequest): Promise<TransportResponse> => {
      if ('authorization' in request.headers) {
        keyAsked = true;
        if (!withKey) throw new TransportFailure('local', false, 'no key is known here');
      }
      const from = performance.now();
      const response = await inner.request(request);
      exchanges.push({
        status: response.status,
        tookMs: performance.now() - from,
        arrivedMs: Date.now(),
        date: response.headers['date'] ?? null,
      });
      return exchanges.length === 1 ? { ...response, body: noted(response.body, kept) } : response;
    },
    close: () => inner.close(),
  };
}

async function* noted(body: AsyncIterable<Uint8Array>, kept: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes < MAX_KEPT_BYTES) kept.push(chunk.subarray(0, MAX_KEPT_BYTES - bytes));
    bytes += chunk.length;
    yield chunk;
  }
}
