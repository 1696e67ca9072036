import { commandOf } from './command.mjs';
import { openProduct } from './product.mjs';
import { openRelay } from './relay.mjs';
import { untilPublished } from './until.mjs';

const SENT = /"sent_ns":"(\d+)"/;
const NS_PER_MS = 1e6;

/** Latencies in milliseconds of every event from its writing by the provider to its publication, and processor time an event. */
export async function pacedRelay(provider, { runs, events }) {
  const seen = arrivals();
  const line = openRelay(provider, seen.onPublished);
  const cpu = process.cpuUsage();
  await Promise.all(Array.from({ length: runs }, (_, nth) => line.run(nth)));
  const spent = process.cpuUsage(cpu);
  await line.close();
  return { latencies: seen.latencies(), cpu: (spent.user + spent.system) / (runs * events) };
}

/** The same through the whole product. */
export async function pacedEmbedded(provider, { runs, events, directory }) {
  const seen = arrivals();
  const results = untilPublished('results', runs);
  const product = await openProduct({
    provider,
    directory,
    slots: runs,
    onPublished(records) {
      seen.onPublished(records);
      results.onPublished(records);
    },
  });
  const cpu = process.cpuUsage();
  for (let nth = 0; nth < runs; nth += 1) await product.bus.commandSink.send(commandOf(nth));
  await results.full;
  const spent = process.cpuUsage(cpu);
  await product.close();
  return { latencies: seen.latencies(), cpu: (spent.user + spent.system) / (runs * events) };
}

/** Notes only the time and the records: they are looked into afterwards. */
function arrivals() {
  const batches = [];
  return {
    onPublished: (records) => void batches.push({ at: process.hrtime.bigint(), records }),
    latencies() {
      const latencies = [];
      for (const { at, records } of batches) {
        for (const { topic, value } of records) {
          const sent = topic === 'stream_chunks' ? SENT.exec(textOf(value)) : null;
          if (sent !== null) latencies.push(Number(at - BigInt(sent[1])) / NS_PER_MS);
        }
      }
      return latencies;
    },
  };
}

function textOf(value) {
  return typeof value === 'string' ? value : new globalThis.TextDecoder().decode(value);
}
