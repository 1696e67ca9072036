import { commandOf } from './command.mjs';
import { openProduct } from './product.mjs';
import { untilPublished } from './until.mjs';

/**
 * So many runs of so many events through the whole product. Returns nanoseconds from the streams' release to the last
 * published chunk, and processor time from the first command on.
 */
export async function embedded(provider, { runs, events, directory, batching = true }) {
  const chunks = untilPublished('stream_chunks', runs * events);
  const product = await openProduct({
    provider,
    directory,
    slots: runs,
    batching,
    onPublished: chunks.onPublished,
  });
  const released = provider.released();
  const cpu = process.cpuUsage();
  for (let nth = 0; nth < runs; nth += 1) await product.bus.commandSink.send(commandOf(nth));
  const end = await chunks.full;
  const spent = process.cpuUsage(cpu);
  const nanoseconds = Number(end - (await released));
  await product.connector.settled();
  await product.close();
  return { nanoseconds, cpuMicros: spent.user + spent.system };
}
