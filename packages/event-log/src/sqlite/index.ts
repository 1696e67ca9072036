export { inspectLogFile, type LogFileFacts } from './inspect-log-file.js';
export type { LogSample } from './event-reader.js';
export { openSqliteEventLog } from './open-sqlite-event-log.js';
export { sampleLogFile } from './sample-log-file.js';
export type { CommitStats, SqliteEventLogOptions } from './sqlite-event-log-options.js';
