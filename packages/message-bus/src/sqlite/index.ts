export { inspectBusFile, type BusFileFacts } from './inspect-bus-file.js';
export { openSqliteBus } from './sqlite-bus.js';
export type { SqliteBus, SqliteBusOptions } from './sqlite-bus.js';
export { undecidedCommands, type UndecidedCommands } from './undecided-commands.js';
