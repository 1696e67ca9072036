import { openRelay } from './relay.mjs';

const NS = 1e9;

/** Runs a second, `parallel` at a time: the provider calls of a short run and nothing behind them. */
export async function relayShortRuns(provider, { runs, parallel }) {
  const line = openRelay(provider, () => undefined);
  let next = 0;
  const worker = async () => {
    while (next < runs) await line.run((next += 1));
  };
  const begun = process.hrtime.bigint();
  await Promise.all(Array.from({ length: parallel }, worker));
  const nanoseconds = Number(process.hrtime.bigint() - begun);
  await line.close();
  return (runs / nanoseconds) * NS;
}
