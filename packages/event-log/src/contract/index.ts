export { eventLogContract } from './event-log-contract.js';
export type { LogFactory, LogUnderTest } from './log-under-test.js';
