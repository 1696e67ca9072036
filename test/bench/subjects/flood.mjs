import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { commandOf } from './command.mjs';
import { openProduct } from './product.mjs';

const LOOK_MS = 100;

/**
 * Keeps `streams` runs open for so long, then waits for the last result. Answers events a second, runs, and how far resident
 * memory rose above that at rest. @throws when a chunk or a result is missing or comes twice
 */
export async function flood(provider, { directory, streams, events, forMs }) {
  const chunks = new Map();
  let results = 0;
  let sent = 0;
  let done;
  const end = new Promise((resolve) => (done = resolve));
  const until = performance.now() + forMs;
  const next = () => {
    sent += 1;
    void product.bus.commandSink.send(commandOf(sent));
  };
  const product = await openProduct({
    provider,
    directory,
    slots: streams,
    onPublished(records) {
      for (const { topic, key } of records) {
        if (topic === 'stream_chunks') chunks.set(key, (chunks.get(key) ?? 0) + 1);
        else {
          results += 1;
          if (performance.now() < until) next();
          else if (results === sent) done();
        }
      }
    },
  });
  globalThis.gc?.();
  const rest = process.memoryUsage.rss();
  let peak = rest;
  const watch = setInterval(() => void (peak = Math.max(peak, process.memoryUsage.rss())), LOOK_MS);
  const from = performance.now();
  for (let nth = 0; nth < streams; nth += 1) next();
  await end;
  const seconds = (performance.now() - from) / 1_000;
  clearInterval(watch);
  await product.close();
  const wrong = [...chunks].find(([, count]) => count !== events);
  if (wrong !== undefined) throw new Error(`${wrong[0]} has ${wrong[1]} chunks of ${events}`);
  if (chunks.size !== sent) throw new Error(`${chunks.size} streams for ${sent} commands`);
  return { rate: (sent * events) / seconds, runs: sent, grownBytes: peak - rest };
}
