import {
  commandSinkContract,
  commandSourceContract,
  deadLettersContract,
  messageReaderContract,
  projectionSinkContract,
  type BusFixture,
} from '../contract/index.js';
import { createMemoryBus } from './memory-bus.js';

function makeBus(): Promise<BusFixture> {
  // Rejecting handlers are told apart from a starved process by a wait that lets other work run.
  const bus = createMemoryBus({ wait: () => new Promise((resolve) => setImmediate(resolve)) });
  return Promise.resolve({
    open: () => Promise.resolve(bus.reopen()),
    remove: () => bus.close(),
  });
}

commandSinkContract('memory', makeBus);
commandSourceContract('memory', makeBus);
deadLettersContract('memory', makeBus);
projectionSinkContract('memory', makeBus);
messageReaderContract('memory', makeBus);
