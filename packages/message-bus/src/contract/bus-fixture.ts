import type { MessageBus } from '../bus.js';

/** Storage for one test. An adapter's test file makes it; the suites open it as often as they like. */
export interface BusFixture {
  /** The ports on this storage, with 4 partitions; each call is like a new process on the same storage. */
  open(): Promise<MessageBus>;
  /** Throws the storage away; everything opened was closed before. */
  remove(): Promise<void>;
}

/** Makes empty storage. */
export type MakeBus = () => Promise<BusFixture>;
