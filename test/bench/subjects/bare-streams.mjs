import { realClient } from './client.mjs';
import { realSurroundings } from './surroundings.mjs';

const { AbortController } = globalThis;

/** Open event streams of the same client, nothing behind them: the baseline of B5. */
export function openBareStreams(provider) {
  const { client, close } = realClient(provider.baseUrl, realSurroundings().timers);
  const stop = new AbortController();
  const streams = [];
  return {
    async open(runs) {
      for (let nth = 0; nth < runs; nth += 1) {
        const start = await client.startRun(
          { body: '{"input":"x"}', idempotencyKey: `bare-${nth}`, headers: {}, timeoutMs: 10_000 },
          stop.signal,
        );
        if (start.kind !== 'accepted') throw new Error(`the start was ${start.kind}`);
        streams.push(readOut(client.openEvents(start.runId, stop.signal)));
      }
    },
    async close() {
      stop.abort();
      await Promise.allSettled(streams);
      await close();
    },
  };
}

async function readOut(reads) {
  for await (const read of reads) if (read.end !== null) return;
}
