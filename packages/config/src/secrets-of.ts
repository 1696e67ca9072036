import type { Config } from './config.js';

/** Every credential of a configuration, each once; for searching output for them, and for masking (G10). */
export function secretsOf(config: Config): readonly string[] {
  const held = [...config.endpoints.map(({ apiKey }) => apiKey), ...config.redaction.extra_secrets];
  return [...new Set(held.map((secret) => secret.reveal()))];
}
