import { performance } from 'node:perf_hooks';
import { realClient } from './client.mjs';
import { realSurroundings } from './surroundings.mjs';

const { AbortController } = globalThis;

/** Milliseconds for one status read of each run, all of them at once: the client and the provider set the pace. */
export async function readStatuses(provider, runs) {
  const { client, close } = realClient(provider.baseUrl, realSurroundings().timers);
  const { signal } = new AbortController();
  const from = performance.now();
  await Promise.all(
    Array.from({ length: runs }, (_, nth) =>
      client.readStatus(`run_${String(nth + 1).padStart(32, '0')}`, signal),
    ),
  );
  const spent = performance.now() - from;
  await close();
  return spent;
}
