import type { Json, JsonObject } from '@aip-hermes/aip';
import { normaliseEndpointId, policyDigest } from '@aip-hermes/binding';
import type { EndpointConfig } from '../config.js';
import type { ConfigSource } from '../config-source.js';
import type { Findings } from '../findings.js';
import { isRecord } from '../is-record.js';
import { keyPath } from '../key-path.js';
import { checkShape } from '../schema/check-shape.js';
import { MAX_ENDPOINTS } from '../schema/config-bounds.js';
import { ENDPOINT_SCHEMA } from '../schema/endpoint-schema.js';
import { readApiKey } from './api-key.js';
import { baseUrlProblem, isInsecure, normaliseBaseUrl } from './base-url.js';
import { checkPolicy, endpointPolicy } from './endpoint-policy.js';

/** What the endpoints are read with. */
export interface EndpointSurroundings {
  readonly source: ConfigSource;
  readonly findings: Findings;
  /** The log's limit; undefined when it is itself wrong. */
  readonly maxAppendBytes: number | undefined;
}

/** Reads every endpoint of a raw tree and the policy they share; what is wrong goes to `findings`, all at once. */
export function readEndpoints(tree: JsonObject, around: EndpointSurroundings): readonly EndpointConfig[] {
  const { endpoints: list, policy: base } = tree;
  const baseIsGood = checkPolicy(base, 'policy', around.findings);
  if (!Array.isArray(list)) return [];
  const raw: readonly Json[] = list.slice(0, MAX_ENDPOINTS);
  reportDuplicates(raw, around.findings);
  return raw.flatMap(
    (item, at) => readEndpoint(item, keyPath('endpoints', at), { base, baseIsGood }, around) ?? [],
  );
}

function readEndpoint(
  raw: Json,
  path: string,
  shared: { readonly base: Json | undefined; readonly baseIsGood: boolean },
  { source, findings, maxAppendBytes }: EndpointSurroundings,
): EndpointConfig | undefined {
  if (!isRecord(raw)) {
    findings.problem(path, 'must be an object with id, base_url and api_key_env or api_key_file');
    return undefined;
  }
  const shape = checkShape(ENDPOINT_SCHEMA, raw, path, findings);
  checkTransport(raw, path, findings);
  const key = readApiKey(raw, path, source, findings);
  const policyPath = keyPath(path, 'policy');
  const ownIsGood = checkPolicy(raw['policy'], policyPath, findings);
  const policy =
    shared.baseIsGood && ownIsGood
      ? endpointPolicy({ base: shared.base, own: raw['policy'] }, policyPath, maxAppendBytes, findings)
      : undefined;
  const id = shape === undefined ? null : normaliseEndpointId(shape.id);
  if (shape === undefined || id === null || key === undefined || policy === undefined) return undefined;
  return {
    id,
    baseUrl: normaliseBaseUrl(shape.base_url),
    apiKey: key.secret,
    apiKeyOrigin: key.origin,
    allowInsecureHttp: shape.allow_insecure_http,
    tenant: shape.tenant,
    policy,
    policyDigest: policyDigest(policy),
  };
}

function checkTransport(raw: JsonObject, path: string, findings: Findings): void {
  const { base_url: url, allow_insecure_http: allowed } = raw;
  if (typeof url !== 'string' || baseUrlProblem(url) !== null || allowed === true || !isInsecure(url)) return;
  findings.problem(
    keyPath(path, 'base_url'),
    'would send the API key unencrypted over the network; use https, or set allow_insecure_http: true on this endpoint',
  );
}

function reportDuplicates(list: readonly Json[], findings: Findings): void {
  const first = new Map<string, string>();
  for (const [at, item] of list.entries()) {
    const typed = isRecord(item) ? item['id'] : undefined;
    const id = typeof typed === 'string' ? normaliseEndpointId(typed) : null;
    if (id === null) continue;
    const path = keyPath(keyPath('endpoints', at), 'id');
    const other = first.get(id);
    if (other === undefined) first.set(id, path);
    else
      findings.problem(
        path,
        `is the same id as ${other} (case does not count); every endpoint needs its own`,
      );
  }
}
