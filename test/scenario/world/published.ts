import type { MessageBus, Topic } from '@aip-hermes/message-bus';
import { memberAt } from '../../points/member-at.js';

/** A message on an output topic, as a read-committed reader gets it. */
export interface PublishedMessage {
  readonly topic: Topic;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly messageId: string | null;
}

/** Everything published on the output topics, in order of publication. */
export async function publishedMessages(
  bus: MessageBus,
  topics: readonly Topic[] = ['stream_chunks', 'results'],
): Promise<readonly PublishedMessage[]> {
  const messages: PublishedMessage[] = [];
  const { signal } = new AbortController();
  for await (const { records } of bus.reader.read({ topics, follow: false, signal })) {
    for (const { topic, key, headers, value } of records) {
      const bytes = value ?? new Uint8Array();
      const text = new TextDecoder().decode(bytes);
      const id = memberAt(text, ['message_id']);
      messages.push({ topic, key, headers, bytes, text, messageId: typeof id === 'string' ? id : null });
    }
  }
  return messages;
}
