import type { JsonObject } from '@aip-hermes/aip';
import { z } from 'zod';
import { ENDPOINT_SCHEMA } from './endpoint-schema.js';
import { policyJsonSchema } from './policy-json-schema.js';
import { SETTINGS_SCHEMA } from './settings-schema.js';
import { MAX_ENDPOINTS } from './config-bounds.js';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const ABOUT =
  'Configuration of aip-hermes. What concerns several keys at once, the credentials and texts longer in bytes than in ' +
  'characters is checked by `aip-hermes config check`.';

/**
 * The configuration file as a JSON Schema 2020-12, with meanings and defaults, for editors (SPEC 10). It is made from
 * the schemas the loader checks with. A file it refuses is refused by the loader too, but for odd spellings of URLs
 * and a null where a text belongs.
 */
export function configSchema(): JsonObject {
  const { properties, ...root } = jsonSchemaOf(SETTINGS_SCHEMA);
  const endpoint = jsonSchemaOf(ENDPOINT_SCHEMA);
  const sections = Object.entries(properties ?? {}).map(([name, section]) => [name, mayBeEmpty(section)]);
  const schema: JsonSchema = {
    ...root,
    title: 'aip-hermes configuration',
    description: ABOUT,
    properties: {
      ...(Object.fromEntries(sections) as Record<string, JsonSchema>),
      endpoints: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_ENDPOINTS,
        description: 'The Hermes endpoints that commands may name.',
        items: {
          ...endpoint,
          properties: {
            ...endpoint.properties,
            policy: {
              $ref: '#/properties/policy',
              description: 'Over the shared `policy`, key by key; lists are replaced whole.',
            },
          },
          oneOf: [{ required: ['api_key_env'] }, { required: ['api_key_file'] }],
        },
      },
      policy: { ...policyJsonSchema(), type: ['object', 'null'], description: 'Policy of every endpoint.' },
    },
  };
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodObject) jsonSchema.additionalProperties = false;
    },
  });
  return schema === SETTINGS_SCHEMA && $schema !== undefined ? { $schema, ...made } : made;
}

/** In YAML a name with nothing below it is null, and counts as absent. */
function mayBeEmpty(section: z.core.JSONSchema._JSONSchema): z.core.JSONSchema._JSONSchema {
  if (typeof section === 'boolean' || section.type !== 'object') return section;
  const { default: _, ...rest } = section;
  return { ...rest, type: ['object', 'null'] };
}
