export { createMemoryEventLog } from './memory-event-log.js';
export type { MemoryEventLogOptions } from './memory-event-log.js';
export type { AppendFaults } from './append-faults.js';
