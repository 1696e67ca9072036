import type { JsonObject } from '@aip-hermes/aip';
import type { ApiKeyOrigin, Config, EndpointConfig } from './config.js';

/** The effective values under the names they have in a file, without a credential (G10). */
export function redactedView(config: Config): JsonObject {
  const { endpoints, ingress, limits, provider, log, bus, logging } = config;
  return {
    endpoints: endpoints.map(endpointView),
    ingress: {
      ...ingress,
      local_principal: { ...ingress.local_principal },
      local_tenant: ingress.local_tenant === null ? null : { ...ingress.local_tenant },
    },
    limits: { ...limits },
    provider: { ...provider },
    log: { ...log },
    bus: { ...bus },
    logging: { ...logging },
  };
}

function endpointView(endpoint: EndpointConfig): JsonObject {
  return {
    id: endpoint.id,
    base_url: endpoint.baseUrl,
    api_key: endpoint.apiKey.toString(),
    ...originView(endpoint.apiKeyOrigin),
    allow_insecure_http: endpoint.allowInsecureHttp,
    tenant: endpoint.tenant,
    policy: { ...endpoint.policy },
    policy_digest: endpoint.policyDigest,
  };
}

function originView(origin: ApiKeyOrigin): JsonObject {
  switch (origin.kind) {
    case 'environment':
      return { api_key_env: origin.name };
    case 'file':
      return { api_key_file: origin.path };
    case 'given':
      return {};
  }
}
