import type { Principal } from '@aip-hermes/aip';
import { z } from 'zod';
import { CONFIG_BOUNDS, MAX_ENDPOINTS } from './config-bounds.js';
import { flag, OUTSIDE_ID, whole } from './fields.js';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const KINDS = [
  'human',
  'agent',
  'service',
  'tenant',
  'customer',
  'contact',
  'system',
] as const satisfies readonly Principal['kind'][];

const LOCAL_PRINCIPAL = z.object(
  {
    id: OUTSIDE_ID,
    kind: z.enum(KINDS, { error: `must be one of ${KINDS.join(', ')}` }),
  },
  { error: 'must be an object with id and kind' },
);

const LOCAL_TENANT = z.object(
  { id: OUTSIDE_ID, system: OUTSIDE_ID.nullable().default(null) },
  { error: 'must be null or an object with id and, if wanted, system' },
);

const SECTION = { error: 'must be an object of keys' } as const;

/**
 * The tree outside endpoints and policies, with defaults. Unknown keys are `unknownKeys`' part; what stands in
 * `endpoints` and `policy` is `readEndpoints`' part.
 */
export const SETTINGS_SCHEMA = z.object({
  endpoints: z
    .array(z.unknown(), {
      error: 'needs at least one endpoint: a list of {id, base_url, api_key_env or api_key_file}',
    })
    .min(1, { error: 'needs at least one endpoint: {id, base_url, api_key_env or api_key_file}' })
    .max(MAX_ENDPOINTS, { error: `must have at most ${MAX_ENDPOINTS} entries` }),
  policy: z.unknown().optional(),
  ingress: z
    .object(
      {
        allow_anonymous: flag(true),
        local_principal: LOCAL_PRINCIPAL.default({ id: 'human:local_operator', kind: 'human' }),
        local_tenant: LOCAL_TENANT.nullable().default(null),
        max_command_bytes: whole(CONFIG_BOUNDS['ingress.max_command_bytes']),
      },
      SECTION,
    )
    .prefault({}),
  limits: z
    .object({ max_open_bindings: whole(CONFIG_BOUNDS['limits.max_open_bindings']) }, SECTION)
    .prefault({}),
  provider: z
    .object(
      {
        connect_timeout_ms: whole(CONFIG_BOUNDS['provider.connect_timeout_ms']),
        headers_timeout_ms: whole(CONFIG_BOUNDS['provider.headers_timeout_ms']),
      },
      SECTION,
    )
    .prefault({}),
  log: z.object({ max_append_bytes: whole(CONFIG_BOUNDS['log.max_append_bytes']) }, SECTION).prefault({}),
  bus: z.object({ partitions: whole(CONFIG_BOUNDS['bus.partitions']) }, SECTION).prefault({}),
  logging: z
    .object(
      { level: z.enum(LEVELS, { error: `must be one of ${LEVELS.join(', ')}` }).default('info') },
      SECTION,
    )
    .prefault({}),
});
