import { DEFAULT_POLICY, policyDigest } from '@aip-hermes/binding';
import type { Config } from './config.js';
import { deepFreeze } from './deep-freeze.js';
import { baseUrlProblem, normaliseBaseUrl } from './endpoints/base-url.js';
import { SETTINGS_SCHEMA } from './schema/settings-schema.js';
import { Secret } from './secret.js';

/**
 * The configuration of a deployment that has none: one endpoint `simulator`, defaults otherwise.
 * @throws TypeError when `baseUrl` breaks the rules of `endpoints[].base_url`; its text is not repeated
 */
export function simulatorConfig(baseUrl: string, apiKey: string): Config {
  const problem = baseUrlProblem(baseUrl);
  if (problem !== null) throw new TypeError(`The simulator's base URL ${problem}.`);
  const { ingress, limits, provider, log, bus, logging } = SETTINGS_SCHEMA.parse({ endpoints: [null] });
  const endpoint = {
    id: 'simulator',
    baseUrl: normaliseBaseUrl(baseUrl),
    apiKey: new Secret(apiKey),
    apiKeyOrigin: { kind: 'given' },
    allowInsecureHttp: false,
    tenant: null,
    policy: DEFAULT_POLICY,
    policyDigest: policyDigest(DEFAULT_POLICY),
  } as const;
  return deepFreeze({ endpoints: [endpoint], ingress, limits, provider, log, bus, logging });
}
