import type { Store } from './open-store.js';
import type { StopSignals } from './stop-signals.js';

/** Where a service meets what surrounds its process. */
export interface ServiceEdge {
  readonly signals: StopSignals;
  /** Gives the service its log and bus as it shall see them. The product gives them as they are. */
  readonly around: AroundStore;
}

/**
 * Puts something around log and bus, to watch at which point a service is. It has to pass on every call; closing stays
 * with whoever opened them. A parameter of `main` for tests, and no setting of the product.
 */
export type AroundStore = (store: Store) => Store;
