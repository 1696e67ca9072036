export { createMemoryBus } from './memory-bus.js';
export type { MemoryBusOptions, MemoryWrite } from './memory-bus.js';
