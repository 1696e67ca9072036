import type { JsonObject } from '@aip-hermes/aip';
import { policyDigest } from '@aip-hermes/binding';
import type { Config } from './config.js';
import { deepFreeze } from './deep-freeze.js';
import { baseUrlProblem, normaliseBaseUrl } from './endpoints/base-url.js';
import { checkPolicy, endpointPolicy } from './endpoints/endpoint-policy.js';
import { readEnvironment } from './environment/read-environment.js';
import { Findings } from './findings.js';
import { checkShape } from './schema/check-shape.js';
import { SETTINGS_SCHEMA } from './schema/settings-schema.js';
import { Secret } from './secret.js';

/** How the simulator that stands in is reached. */
interface SimulatorAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Stands for a simulator that does not run yet; its key opens nothing. */
export const UNSTARTED_SIMULATOR: SimulatorAddress = {
  baseUrl: 'http://127.0.0.1',
  apiKey: 'the-simulator-is-not-started',
};

/**
 * The configuration of a deployment without a file: one endpoint `simulator`, otherwise what the `AIP_HERMES__`
 * variables of `env` say, and defaults (SPEC 10).
 * @throws TypeError when `baseUrl` breaks the rules of `endpoints[].base_url`, its text is not repeated; or when `env`
 * has problems, which `loadConfig` tells one by one
 */
export function simulatorConfig(
  baseUrl: string,
  apiKey: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Config {
  const problem = baseUrlProblem(baseUrl);
  if (problem !== null) throw new TypeError(`The simulator's base URL ${problem}.`);
  const findings = new Findings();
  const config = simulatorFrom(readEnvironment(env, findings).tree, { baseUrl, apiKey }, findings);
  if (config !== undefined && findings.clean) return deepFreeze(config);
  throw new TypeError(
    `The environment cannot be used: ${findings.problems.map(({ path }) => path).join(', ')}.`,
  );
}

/** The same from a raw tree without endpoints; undefined, with problems, when that is wrong. */
export function simulatorFrom(
  tree: JsonObject,
  { baseUrl, apiKey }: SimulatorAddress,
  findings: Findings,
): Config | undefined {
  const settings = checkShape(SETTINGS_SCHEMA, { ...tree, endpoints: [null] }, '', findings);
  const base = tree['policy'];
  if (!checkPolicy(base, 'policy', findings) || settings === undefined) return undefined;
  const { ingress, limits, provider, log, bus, redaction, logging } = settings;
  const policy = endpointPolicy({ base, own: undefined }, 'policy', log.max_append_bytes, findings);
  if (policy === undefined) return undefined;
  const endpoint = {
    id: 'simulator',
    baseUrl: normaliseBaseUrl(baseUrl),
    apiKey: new Secret(apiKey),
    apiKeyOrigin: { kind: 'given' },
    allowInsecureHttp: false,
    tenant: null,
    policy,
    policyDigest: policyDigest(policy),
  } as const;
  const redacted = { ...redaction, extra_secrets: [] };
  return { endpoints: [endpoint], ingress, limits, provider, log, bus, redaction: redacted, logging };
}
