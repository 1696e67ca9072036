import type { MessageReader } from '@aip-hermes/message-bus';
import { busRecord, type BusRecord } from './bus-record.js';

/** Everything published under these keys, in publish order of each topic and key. @throws BusUnavailable */
export async function readBus(
  reader: MessageReader,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<readonly BusRecord[]> {
  const records: BusRecord[] = [];
  for (const key of keys) {
    for await (const batch of reader.read({
      topics: ['stream_chunks', 'results'],
      key,
      follow: false,
      signal,
    })) {
      for (const record of batch.records) if (record.key === key) records.push(busRecord(record));
    }
  }
  return records;
}
