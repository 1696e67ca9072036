import { normaliseEndpointId } from '@aip-hermes/binding';
import { z } from 'zod';
import { baseUrlProblem } from '../endpoints/base-url.js';
import { flag, OUTSIDE_ID } from './fields.js';

const ID_RULE = 'must be 1 to 128 letters, digits, - or _ (it is kept in lower case)';
const URL_RULE = 'must be a text such as https://hermes.example.com';

/** One entry of `endpoints`; its key source and policy are read beside it, so that all problems show at once. */
export const ENDPOINT_SCHEMA = z.object({
  id: z.custom<string>((value) => typeof value === 'string' && normaliseEndpointId(value) !== null, {
    error: ID_RULE,
  }),
  base_url: z.string({ error: URL_RULE }).check((context) => {
    const message = baseUrlProblem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  }),
  api_key_env: z.unknown().optional(),
  api_key_file: z.unknown().optional(),
  allow_insecure_http: flag(false),
  tenant: OUTSIDE_ID.nullable().default(null),
  policy: z.unknown().optional(),
});
