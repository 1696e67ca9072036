import type { MessageReader } from '@aip-hermes/message-bus';
import { publishedOf, textAt, type Published } from '../watch/published.js';
import { replyOf } from '../watch/reply-of.js';

/** Everything published on a bus from now on, as it comes, with promises for the answers to single messages. */
export class Feed {
  readonly #stop = new AbortController();
  readonly #answers = new Map<string, readonly Published[]>();
  readonly #waiting = new Map<string, (answer: Published) => void>();
  readonly #reading: Promise<void>;
  /** Resolves when what was there before has been passed over. */
  readonly ready: Promise<void>;
  #isReady: () => void = () => undefined;
  #letters = 0;
  #letterCame: () => void = () => undefined;

  constructor(reader: MessageReader, show: (message: Published) => void) {
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    this.#reading = this.#read(reader, show);
  }

  /** Rejects when the bus is lost. */
  get ended(): Promise<void> {
    return this.#reading;
  }

  /** The reply that settles a command, once it is published. */
  answerTo(messageId: string): Promise<Published> {
    const [known] = this.answersTo(messageId);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => this.#waiting.set(messageId, resolve));
  }

  /** All replies to a command so far; more than one means that a redelivery was answered again. */
  answersTo(messageId: string): readonly Published[] {
    return this.#answers.get(messageId) ?? [];
  }

  /** Resolves when there is at least one dead letter. */
  deadLetter(): Promise<void> {
    if (this.#letters > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#letterCame = resolve;
    });
  }

  /** Ends reading. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#reading;
  }

  async #read(reader: MessageReader, show: (message: Published) => void): Promise<void> {
    const { signal } = this.#stop;
    const topics = ['stream_chunks', 'results', 'dead_letters'] as const;
    let live = false;
    for await (const { records, caughtUp } of reader.read({ topics, follow: true, signal })) {
      for (const record of live ? records : []) {
        if (record.topic === 'dead_letters') this.#tellLetter();
        else this.#take(publishedOf(record), show);
      }
      if (!caughtUp) continue;
      live = true;
      this.#isReady();
    }
  }

  #take(message: Published, show: (message: Published) => void): void {
    show(message);
    const { kind } = replyOf(message);
    if (kind === 'chunk' || kind === 'promise') return;
    const messageId = textAt(message.value, 'in_response_to');
    if (messageId === null) return;
    this.#answers.set(messageId, [...this.answersTo(messageId), message]);
    this.#waiting.get(messageId)?.(message);
    this.#waiting.delete(messageId);
  }

  #tellLetter(): void {
    this.#letters += 1;
    this.#letterCame();
  }
}
