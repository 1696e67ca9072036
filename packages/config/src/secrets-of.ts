import type { Config } from './config.js';

/** Every credential of a configuration, each once; for searching output for them, and for masking (G10). */
export function secretsOf(config: Config): readonly string[] {
  return [...new Set(config.endpoints.map((endpoint) => endpoint.apiKey.reveal()))];
}
