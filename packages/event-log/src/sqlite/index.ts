export { inspectLogFile, type LogFileFacts } from './inspect-log-file.js';
export { openSqliteEventLog } from './open-sqlite-event-log.js';
export type { CommitStats, SqliteEventLogOptions } from './sqlite-event-log-options.js';
