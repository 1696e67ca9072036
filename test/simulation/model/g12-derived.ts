import type { BusRecord, DerivedMessage, Violation } from './facts.js';

/**
 * G12, message by message: the log gives every published message again, byte for byte, in the order of its topic (direct
 * error replies have no key).
 */
export class DerivedWatch {
  readonly #derived = new Map<string, string[]>();
  readonly #published = new Map<string, string[]>();
  readonly #compared = new Map<string, number>();

  /** What the next event of the log gives. */
  derived(messages: readonly DerivedMessage[]): Violation | null {
    for (const { topic, key, headers, value } of messages) {
      listOf(this.#derived, topic).push(faceOf({ key, headers, text: value }));
    }
    return this.#compare();
  }

  /** The next published message. */
  published(record: BusRecord): Violation | null {
    if (record.topic === 'dead_letters' || record.key === null) return null;
    listOf(this.#published, record.topic).push(faceOf(record));
    return this.#compare();
  }

  /** What is missing when all is over. */
  missing(): readonly Violation[] {
    return ['stream_chunks', 'results'].flatMap((topic) => {
      const published = listOf(this.#published, topic).length;
      const derived = listOf(this.#derived, topic).length;
      const why = `${topic}: ${published} published, ${derived} derived`;
      return published === derived ? [] : [{ guarantee: 'G12', why }];
    });
  }

  /** Each pair is compared as soon as both are there. */
  #compare(): Violation | null {
    for (const [topic, published] of this.#published) {
      const derived = listOf(this.#derived, topic);
      for (
        let next = this.#compared.get(topic) ?? 0;
        next < Math.min(published.length, derived.length);
        next += 1
      ) {
        this.#compared.set(topic, next + 1);
        if (published[next] !== derived[next])
          return { guarantee: 'G12', why: `${topic}: message ${next} is not the one that the log gives` };
      }
    }
    return null;
  }
}

function listOf(lists: Map<string, string[]>, topic: string): string[] {
  const list = lists.get(topic) ?? [];
  lists.set(topic, list);
  return list;
}

function faceOf({ key, headers, text }: Pick<BusRecord, 'key' | 'headers' | 'text'>): string {
  return JSON.stringify([key, Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1)), text]);
}
