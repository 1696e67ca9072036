/** Default and inclusive bounds of a whole-number key outside the policy. */
export interface ConfigBound {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** Every whole-number key outside the policy, by its path (the README has the table). */
export const CONFIG_BOUNDS = {
  'ingress.max_command_bytes': { default: 4_194_304, min: 1_024, max: 4_194_304 },
  'limits.max_open_bindings': { default: 50_000, min: 1, max: 1_000_000 },
  'provider.connect_timeout_ms': { default: 10_000, min: 100, max: 120_000 },
  'provider.headers_timeout_ms': { default: 30_000, min: 100, max: 300_000 },
  'log.max_append_bytes': { default: 1_032_192, min: 132_096, max: 16_777_216 },
  'bus.partitions': { default: 4, min: 1, max: 1_024 },
  'bus.published_retention_ms': { default: 0, min: 0, max: 315_360_000_000 },
} as const satisfies Record<string, ConfigBound>;

/** Endpoints of one deployment, at most (reference 2). */
export const MAX_ENDPOINTS = 1_000;

/** UTF-8 bytes of an id of a tenant, system or principal, at most (reference 1.1). */
export const MAX_ID_BYTES = 512;

/** Names in `redaction.extra_secrets_env`, at most: every text written is searched for each of their values. */
export const MAX_EXTRA_SECRETS = 32;

/** UTF-8 bytes of each of those values, at most: a private key fits, and masking stays quick. */
export const MAX_EXTRA_SECRET_BYTES = 4_096;

/** UTF-8 bytes of an API key, and of the file that holds it, at most (reference 1.1). */
export const MAX_API_KEY_BYTES = 16_384;
