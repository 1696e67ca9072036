import { isTerminal } from '@aip-hermes/binding';
import { LRUCache } from 'lru-cache';
import type { BindingStream } from './binding-stream.js';

/** Finished bindings kept at most, the characters of their events together, and those of one (G13). */
const MAX_STREAMS = 512;
const MAX_CHARACTERS = 16 * 1_048_576;
const MAX_CHARACTERS_OF_ONE = 262_144;

/**
 * Folds of finished bindings that were asked for lately, so that a replay does not read a whole stream again. Only a cache:
 * who takes one out reads what is new in the stream before deciding anything.
 */
export class SettledStreams {
  readonly #streams = new LRUCache<string, BindingStream>({
    max: MAX_STREAMS,
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS_OF_ONE,
    sizeCalculation: ({ characters }) => Math.max(1, characters),
  });

  /** Keeps a stream that nobody uses any more, if it is finished and not too large. */
  keep(stream: BindingStream): void {
    const { state } = stream;
    if (state?.unreadable !== null || !isTerminal(state.binding.status)) return;
    this.#streams.set(stream.actionId, stream);
  }

  /** Gives a kept stream back and forgets it. */
  take(actionId: string): BindingStream | undefined {
    const stream = this.#streams.get(actionId);
    this.#streams.delete(actionId);
    return stream;
  }
}
