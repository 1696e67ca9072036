export { openSqliteBus } from './sqlite-bus.js';
export type { SqliteBusOptions } from './sqlite-bus.js';
