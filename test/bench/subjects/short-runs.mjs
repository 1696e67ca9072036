import { commandOf } from './command.mjs';
import { openProduct } from './product.mjs';
import { untilPublished } from './until.mjs';

const NS = 1e9;

/** Runs a second from the first command sent to the last result published, `parallel` slots. */
export async function shortRuns(provider, { runs, parallel, directory }) {
  const results = untilPublished('results', runs);
  const product = await openProduct({
    provider,
    directory,
    slots: parallel,
    onPublished: results.onPublished,
  });
  const begun = process.hrtime.bigint();
  await Promise.all(Array.from({ length: runs }, (_, nth) => product.bus.commandSink.send(commandOf(nth))));
  const nanoseconds = Number((await results.full) - begun);
  await product.close();
  return (runs / nanoseconds) * NS;
}
