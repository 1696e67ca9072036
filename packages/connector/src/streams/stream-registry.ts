import type { EventLog } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { BindingStream } from './binding-stream.js';
import { SettledStreams } from './settled-streams.js';

/**
 * The binding streams in use: everybody who works on one Action shares one object, so that decisions on it are
 * serialised; an object nobody uses is dropped with its fold, unless its binding is finished and may be replayed (G13).
 */
export class StreamRegistry {
  readonly #deps: { log: EventLog; surroundings: Surroundings; instanceId: string };
  readonly #entries = new Map<string, { stream: BindingStream; users: number }>();
  readonly #settled = new SettledStreams();

  constructor(deps: { log: EventLog; surroundings: Surroundings; instanceId: string }) {
    this.#deps = deps;
  }

  /** The shared object of this Action, until the returned `release` was called. Releasing twice counts once. */
  acquire(actionId: string): { readonly stream: BindingStream; release(): void } {
    let entry = this.#entries.get(actionId);
    if (entry === undefined) {
      const stream = this.#settled.take(actionId) ?? new BindingStream(actionId, this.#deps);
      entry = { stream, users: 0 };
      this.#entries.set(actionId, entry);
    }
    entry.users += 1;
    let held = true;
    return {
      stream: entry.stream,
      release: () => {
        if (!held) return;
        held = false;
        this.#leave(actionId);
      },
    };
  }

  /** How many Actions are in use now. */
  get size(): number {
    return this.#entries.size;
  }

  #leave(actionId: string): void {
    const entry = this.#entries.get(actionId);
    if (entry === undefined) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    this.#entries.delete(actionId);
    this.#settled.keep(entry.stream);
  }
}
