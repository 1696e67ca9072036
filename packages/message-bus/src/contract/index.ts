export type { BusFixture, MakeBus } from './bus-fixture.js';
export { commandSinkContract } from './command-sink-contract.js';
export { commandSourceContract } from './command-source-contract.js';
export { deadLettersContract } from './dead-letters-contract.js';
export { messageReaderContract } from './message-reader-contract.js';
export { projectionSinkContract } from './projection-sink-contract.js';
