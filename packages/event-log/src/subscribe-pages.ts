import type { RecordedEvent, SubscribeOptions, SubscriptionBatch } from './port.js';
import { formatPosition, parsePosition } from './position.js';

/** One bounded look at the log: what fits, up to where it looked, and whether that was the head. */
export interface Page {
  readonly events: readonly RecordedEvent[];
  readonly position: number;
  readonly caughtUp: boolean;
}

/** What a subscription needs from an adapter that counts its positions. */
export interface PageSource {
  /** The next page after a position; its own position moves on whenever it is not caught up. */
  page(after: number): Page;
  /** Resolves when something after the position may be there, on abort, and when the log closes. */
  changed(after: number, signal: AbortSignal): Promise<void>;
  /** Between two pages of a long catch-up: lets others work. */
  breathe(): Promise<void>;
  /** True once the log is closing: the subscription ends. */
  isClosed(): boolean;
}

/**
 * The subscription of the port over pages. The first batch comes at once, even when it is empty, so that the
 * subscriber learns its place; later ones come whenever the safe position has moved.
 */
export async function* subscribePages(
  source: PageSource,
  options: Pick<SubscribeOptions, 'from' | 'signal'>,
): AsyncGenerator<SubscriptionBatch, void, undefined> {
  let position = parsePosition(options.from);
  let first = true;
  while (!options.signal.aborted && !source.isClosed()) {
    const page = source.page(position);
    if (first || page.position > position) {
      first = false;
      position = page.position;
      yield {
        events: page.events,
        position: position === 0 ? null : formatPosition(position),
        caughtUp: page.caughtUp,
      };
    }
    if (page.caughtUp) await source.changed(position, options.signal);
    else await source.breathe();
  }
}
