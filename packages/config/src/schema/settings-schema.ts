import type { Principal } from '@aip-hermes/aip';
import { z } from 'zod';
import { CONFIG_BOUNDS, MAX_ENDPOINTS, MAX_EXTRA_SECRETS } from './config-bounds.js';
import { flag, missingBeside, OUTSIDE_ID, outsideIdBeside, VARIABLE_NAME, whole } from './fields.js';

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
    id: outsideIdBeside('kind', 'ingress.local_principal.id').meta({
      ...OUTSIDE_ID.meta(),
      description: 'Principal of commands from this machine that name none.',
    }),
    kind: z
      .enum(KINDS, {
        error: ({ input }) =>
          input === undefined
            ? `${missingBeside('id', 'ingress.local_principal.kind')}; one of ${KINDS.join(', ')}`
            : `must be one of ${KINDS.join(', ')}`,
      })
      .meta({ description: 'Kind of that principal, as in AIP; goes with the id, set both.' }),
  },
  { error: 'must be an object with id and kind' },
);

const LOCAL_TENANT = z.object(
  {
    id: outsideIdBeside('system', 'ingress.local_tenant.id').meta({
      ...OUTSIDE_ID.meta(),
      description: 'Tenant of commands from this machine that name none.',
    }),
    system: OUTSIDE_ID.nullable()
      .default(null)
      .meta({ description: 'System that tenant id belongs to; null: not said.' }),
  },
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
        allow_anonymous: flag(true).meta({
          description: 'A command without an execution context is taken in the name of the local principal.',
        }),
        local_principal: LOCAL_PRINCIPAL.default({ id: 'human:local_operator', kind: 'human' }),
        local_tenant: LOCAL_TENANT.nullable()
          .default(null)
          .meta({ description: 'Tenant of commands from this machine that name none; null: no tenant.' }),
        max_command_bytes: whole(CONFIG_BOUNDS['ingress.max_command_bytes']).meta({
          description: 'Bytes of one command; a larger one becomes a dead letter.',
        }),
      },
      SECTION,
    )
    .prefault({}),
  limits: z
    .object(
      {
        max_open_bindings: whole(CONFIG_BOUNDS['limits.max_open_bindings']).meta({
          description:
            'Actions in flight in one process; above it new objectives are refused as `operator_overloaded`.',
        }),
      },
      SECTION,
    )
    .prefault({}),
  provider: z
    .object(
      {
        connect_timeout_ms: whole(CONFIG_BOUNDS['provider.connect_timeout_ms']).meta({
          description: 'Time to open a connection to Hermes, milliseconds.',
        }),
        headers_timeout_ms: whole(CONFIG_BOUNDS['provider.headers_timeout_ms']).meta({
          description: 'Time from sending a GET to the head of its answer, milliseconds.',
        }),
      },
      SECTION,
    )
    .prefault({}),
  log: z
    .object(
      {
        max_append_bytes: whole(CONFIG_BOUNDS['log.max_append_bytes']).meta({
          description:
            'Largest append to the event log, bytes; the sizes of every policy must fit, 131072 bytes are kept free.',
        }),
      },
      SECTION,
    )
    .prefault({}),
  bus: z
    .object(
      {
        partitions: whole(CONFIG_BOUNDS['bus.partitions']).meta({
          description: 'Partitions of every topic; counts when the bus is created and not afterwards.',
        }),
        published_retention_ms: whole(CONFIG_BOUNDS['bus.published_retention_ms']).meta({
          description:
            'Chunks and results older than this are removed from the bus, milliseconds; 0 keeps everything. The event log keeps all.',
        }),
      },
      SECTION,
    )
    .prefault({}),
  redaction: z
    .object(
      {
        extra_secrets_env: z
          .array(
            z
              .custom<string>((value) => typeof value === 'string' && VARIABLE_NAME.test(value), {
                error:
                  'must be the name of an environment variable (letters, digits, _), not the secret itself',
              })
              .meta({ type: 'string', pattern: VARIABLE_NAME.source }),
            { error: 'must be a list of names of environment variables' },
          )
          .max(MAX_EXTRA_SECRETS, { error: `must have at most ${MAX_EXTRA_SECRETS} entries` })
          .default([])
          .meta({
            description:
              'Environment variables whose values are masked in everything written, like the API keys.',
          }),
      },
      SECTION,
    )
    .prefault({}),
  logging: z
    .object(
      {
        level: z
          .enum(LEVELS, { error: `must be one of ${LEVELS.join(', ')}` })
          .default('info')
          .meta({ description: 'How much is logged to stderr.' }),
      },
      SECTION,
    )
    .prefault({}),
});
