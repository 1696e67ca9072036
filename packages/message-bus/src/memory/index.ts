export { createMemoryBus } from './memory-bus.js';
export type { MemoryBusOptions } from './memory-bus.js';
export type { MemoryBus } from './memory-handle.js';
export type { MemoryWrite } from './memory-write.js';
