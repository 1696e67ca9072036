import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBareStreams } from './bare-streams.mjs';
import { commandOf } from './command.mjs';
import { openProduct } from './product.mjs';

/** What runs in a subject's own process (child.mjs): opens it, says so, and answers until the parent lets go. */
const SUBJECTS = {
  /** The product; `send`: commands of so many runs. */
  async product(options) {
    const from = performance.now();
    const product = await openProduct(options);
    const openedMs = performance.now() - from;
    return {
      ready: { openedMs, recovered: product.recovered, data: product.data },
      open: async (runs) => {
        const sent = Array.from({ length: runs }, (_, nth) => product.bus.commandSink.send(commandOf(nth)));
        await Promise.all(sent);
      },
      close: () => product.close({ keep: options.keep === true }),
    };
  },
  /** Open streams of the same client and nothing behind them. */
  async bare(options) {
    const bare = openBareStreams(options.provider);
    return { ready: {}, open: (runs) => bare.open(runs), close: () => bare.close() };
  },
};

const [, , what, text] = process.argv;
const subject = await SUBJECTS[what](JSON.parse(text));

const REQUESTS = {
  open: ({ runs }) => subject.open(runs),
  memory: () => residentBytes(),
  cpu: async ({ ms }) => {
    const from = process.cpuUsage();
    await sleep(ms);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000 / ms;
  },
};

/** After the garbage is gone: the least of some looks. */
async function residentBytes() {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look += 1) {
    globalThis.gc();
    await sleep(200);
    least = Math.min(least, process.memoryUsage.rss());
  }
  return least;
}

process.on('message', async (request) => {
  const value = await REQUESTS[request.kind](request);
  process.send({ value });
});
process.once('disconnect', async () => {
  await subject.close();
  process.exit(0);
});
process.send(subject.ready);
