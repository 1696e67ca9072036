import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf } from './command.mjs';
import { openProduct } from './product.mjs';
import { untilPublished } from './until.mjs';

const LOOK_MS = 50;
const QUIET_LOOKS = 10;

let next = 0;

/** Milliseconds until the product is open on these files; with `publish` it then goes on until nothing is left to publish. */
export async function openingMs(provider, data, { publish = false } = {}) {
  let published = 0;
  const from = performance.now();
  const product = await openProduct({
    provider,
    data,
    onPublished: (records) => void (published += records.length),
  });
  const spent = performance.now() - from;
  if (publish) await untilQuiet(() => published);
  await product.close({ keep: true });
  return spent;
}

/** Milliseconds a short run on these files, sixteen at a time. */
export async function runsOn(provider, data, runs) {
  const results = untilPublished('results', runs);
  const product = await openProduct({ provider, data, onPublished: results.onPublished });
  const from = process.hrtime.bigint();
  const sent = Array.from({ length: runs }, () =>
    product.bus.commandSink.send(commandOf(`history_${(next += 1)}`)),
  );
  await Promise.all(sent);
  const spent = Number((await results.full) - from) / 1e6;
  await product.close({ keep: true });
  return spent / runs;
}

async function untilQuiet(count) {
  let last = -1;
  for (let quiet = 0; quiet < QUIET_LOOKS; quiet += 1) {
    await sleep(LOOK_MS);
    if (count() !== last) quiet = 0;
    last = count();
  }
}
