import { afterEach, beforeEach } from 'vitest';
import type { MessageBus } from '../bus.js';
import type { BusFixture, MakeBus } from './bus-fixture.js';

/** The storage of the running test, with everything opened on it. */
export interface BusUnderTest {
  /** Another process on the same storage; closed after the test. */
  open(): Promise<MessageBus>;
}

/** Gives every test of the enclosing `describe` empty storage and cleans up after it. */
export function busUnderTest(make: MakeBus): BusUnderTest {
  let fixture: BusFixture | null = null;
  const opened: MessageBus[] = [];
  beforeEach(async () => {
    fixture = await make();
  });
  afterEach(async () => {
    for (const bus of opened.splice(0)) await bus.close();
    await fixture?.remove();
    fixture = null;
  });
  return {
    open: async () => {
      if (fixture === null) throw new Error('open() is for the body of a test');
      const bus = await fixture.open();
      opened.push(bus);
      return bus;
    },
  };
}
