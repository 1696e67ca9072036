export type { ApiKeyOrigin, Config, ConfigProblem, EndpointConfig, LogLevel } from './config.js';
export type { ConfigSource, FileFacts } from './config-source.js';
export { loadConfig, type LoadResult } from './load-config.js';
export { redactedView } from './redacted-view.js';
export { Secret } from './secret.js';
export { secretsOf } from './secrets-of.js';
export { simulatorConfig } from './simulator-config.js';
