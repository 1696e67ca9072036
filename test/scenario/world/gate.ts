import type { PointName } from '../../points/point-names.js';
import type { About } from '../../points/reached.js';
import type { ProcessEdge } from './process-edge.js';

/** What is waited for at a point. */
export interface Wanted {
  readonly point: PointName;
  /** Default: any process. */
  readonly instance?: string | undefined;
  /** Only for these Actions; default: any. */
  readonly actions?: readonly string[] | null;
  /** Only what holds the chunk of this sequence. */
  readonly sequence?: number | undefined;
  /** The n-th time, from 1. */
  readonly nth?: number | undefined;
}

/** A task that stands at a point. */
export interface Held {
  readonly point: PointName;
  readonly about: About;
  /** Lets it go on, in the turn of its process. */
  release(): void;
}

interface Armed {
  readonly wanted: Wanted;
  seen: number;
  held: Held | null;
}

/** Holds tasks at points that a step asked for; everything else passes. */
export class Gate {
  readonly #edgeOf: (instance: string) => ProcessEdge | null;
  #armed: Armed[] = [];
  #held: Held[] = [];

  constructor(edgeOf: (instance: string) => ProcessEdge | null) {
    this.#edgeOf = edgeOf;
  }

  /** Arms a point; what is returned tells which task stands there, null while none does. */
  arm(wanted: Wanted): () => Held | null {
    const armed: Armed = { wanted, seen: 0, held: null };
    this.#armed.push(armed);
    return () => armed.held;
  }

  /** Tasks that are held. */
  get held(): readonly Held[] {
    return this.#held;
  }

  /** The tasks of a process that died are gone. */
  forget(instance: string): void {
    this.#held = this.#held.filter(({ about }) => about.instance !== instance);
  }

  /** A task has come to a point. */
  reached(point: PointName, about: About): Promise<void> {
    const edge = this.#edgeOf(about.instance);
    if (edge?.state === 'dead') return new Promise(() => undefined);
    for (const armed of this.#armed) {
      if (!fits(armed.wanted, point, about)) continue;
      armed.seen += 1;
      if (armed.seen < (armed.wanted.nth ?? 1)) continue;
      this.#armed = this.#armed.filter((it) => it !== armed);
      return this.#hold(armed, point, about, edge);
    }
    return Promise.resolve();
  }

  #hold(armed: Armed, point: PointName, about: About, edge: ProcessEdge | null): Promise<void> {
    return new Promise((resolve) => {
      const held: Held = {
        point,
        about,
        release: () => {
          this.#held = this.#held.filter((it) => it !== held);
          if (edge === null) resolve();
          else if (isProviders(point)) edge.pass(resolve);
          else edge.answer(resolve);
        },
      };
      armed.held = held;
      this.#held.push(held);
    });
  }
}

/** Whether it is the provider that stands at the point: it goes on whatever the process does. */
export function isProviders(point: PointName): boolean {
  return (
    point === 'after-request-written' || point === 'after-approval-written' || point === 'after-stop-written'
  );
}

function fits(wanted: Wanted, point: PointName, about: About): boolean {
  const { instance, actions = null, sequence } = wanted;
  return (
    wanted.point === point &&
    (instance === undefined || instance === about.instance) &&
    (actions === null || (about.action !== null && actions.includes(about.action))) &&
    (sequence === undefined || (about.sequences ?? []).includes(sequence))
  );
}
