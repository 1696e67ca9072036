import { createHermesClient, type HermesClient, type TransportResponse } from '@aip-hermes/hermes-client';

/** The key of the client under test: it must stand in nothing that comes out (G10). Its first letter is no escape of JSON. */
export const FUZZ_KEY = 'key-canary-0042';

/** A run id that can be asked for. */
export const FUZZ_RUN_ID = 'run_0be6af4530f3d41defbff479809b0a90';

/** The head and the body that the next exchange gets, the body in these network reads. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reads: readonly Uint8Array[];
}

/** A client whose provider gives these answers, one after the other, the last one for ever. */
export function clientOver(...answers: readonly GivenAnswer[]): HermesClient {
  let next = 0;
  return createHermesClient({
    endpointId: 'hermes-a',
    baseUrl: 'http://127.0.0.1:8642',
    apiKey: FUZZ_KEY,
    timers: { after: () => () => undefined },
    transport: {
      request: (): Promise<TransportResponse> => {
        const answer = answers[Math.min(next, answers.length - 1)];
        next += 1;
        if (answer === undefined) throw new Error('no answer was given');
        return Promise.resolve({ ...answer, body: readsOf(answer.reads) });
      },
      close: () => Promise.resolve(),
    },
  });
}

async function* readsOf(reads: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  for (const read of reads) {
    await Promise.resolve();
    yield read;
  }
}
