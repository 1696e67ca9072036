import type { MessageBus, MessageReader } from '@aip-hermes/message-bus';
import { seenMessage, type SeenMessage } from './seen-message.js';

const TOPICS = ['stream_chunks', 'results', 'dead_letters'] as const;

/** Follows what is published, from the file of the bus. */
export class BusView {
  readonly messages: SeenMessage[] = [];
  readonly #leaving = new AbortController();
  readonly #following: Promise<void>;
  readonly #waiting = new Set<() => void>();

  constructor({ reader }: Pick<MessageBus, 'reader'>) {
    this.#following = this.#follow(reader);
  }

  /** Resolves when what was published so far fits. */
  async until(fits: (messages: readonly SeenMessage[]) => boolean): Promise<void> {
    while (!fits(this.messages)) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  async close(): Promise<void> {
    this.#leaving.abort();
    await this.#following;
  }

  async #follow(reader: MessageReader): Promise<void> {
    const { signal } = this.#leaving;
    for await (const { records } of reader.read({ topics: TOPICS, follow: true, signal })) {
      this.messages.push(...records.map(seenMessage));
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    }
  }
}

/** All that is published now. */
export async function publishedNow({ reader }: Pick<MessageBus, 'reader'>): Promise<readonly SeenMessage[]> {
  const messages: SeenMessage[] = [];
  const { signal } = new AbortController();
  for await (const { records } of reader.read({ topics: TOPICS, follow: false, signal }))
    messages.push(...records.map(seenMessage));
  return messages;
}
