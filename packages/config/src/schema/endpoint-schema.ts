import { normaliseEndpointId } from '@aip-hermes/binding';
import { z } from 'zod';
import { baseUrlProblem, MAX_URL_LENGTH } from '../endpoints/base-url.js';
import { flag, OUTSIDE_ID, VARIABLE_NAME } from './fields.js';

const ID_RULE = 'must be 1 to 128 letters, digits, - or _ (it is kept in lower case)';
const ID_PATTERN = String.raw`^\s*[A-Za-z0-9_-]{1,128}\s*$`;
const URL_PATTERN = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\s\\/?#@]+(?:/(?:p/[A-Za-z0-9._-]{1,128}/?)?)?$`;
const URL_RULE = 'must be a text such as https://hermes.example.com';

/** One entry of `endpoints`; its key source and policy are read beside it, so that all problems show at once. */
export const ENDPOINT_SCHEMA = z.object({
  id: z
    .custom<string>((value) => typeof value === 'string' && normaliseEndpointId(value) !== null, {
      error: ID_RULE,
    })
    .meta({
      type: 'string',
      pattern: ID_PATTERN,
      description:
        'Name of the endpoint in capability ids (`cap:hermes_agent:<id>:operator`); case does not count, kept in lower case, unique.',
    }),
  base_url: z
    .string({ error: URL_RULE })
    .check((context) => {
      const message = baseUrlProblem(context.value);
      if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
    })
    .meta({
      pattern: URL_PATTERN,
      maxLength: MAX_URL_LENGTH,
      description:
        'http(s) origin of the Hermes API server, or the origin and `/p/<name>` for one profile of a multi-profile Hermes; no user name, query or fragment.',
    }),
  api_key_env: z.unknown().optional().meta({
    type: 'string',
    pattern: VARIABLE_NAME.source,
    description:
      'Environment variable that holds the API key (`API_SERVER_KEY` of that Hermes). Exactly one of this and `api_key_file`.',
  }),
  api_key_file: z.unknown().optional().meta({
    type: 'string',
    minLength: 1,
    description:
      'File that holds the API key and nothing else; a relative path starts at the configuration file. Make it mode 0600.',
  }),
  allow_insecure_http: flag(false).meta({
    description: 'Allows plain http beyond loopback, which sends the API key unencrypted over the network.',
  }),
  tenant: OUTSIDE_ID.nullable()
    .default(null)
    .meta({ description: 'Only commands of this tenant may use the endpoint; null: of any tenant or none.' }),
  policy: z.unknown().optional(),
});
