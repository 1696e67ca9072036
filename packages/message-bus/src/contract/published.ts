import type { PublishedRecord } from '../port.js';

/** Records to publish of the given texts, by default stream chunks of one Action. */
export function published(
  texts: readonly string[],
  { topic = 'stream_chunks', key = 'act_1' }: { topic?: PublishedRecord['topic']; key?: string } = {},
): PublishedRecord[] {
  return texts.map((value) => ({ topic, key, value, headers: { 'aip-message-type': 'test' } }));
}
