import type { Json, JsonObject } from '@aip-hermes/aip';
import { isList } from './is-list.js';
import { isRecord } from './is-record.js';
import { secretsOf } from './secrets-of.js';
import type { ApiKeyOrigin, Config, EndpointConfig } from './config.js';

/** Credentials shorter than this would blank out ordinary words. */
const SHORTEST_MASKED = 8;

/**
 * The effective values under the names they have in a file. No text of it holds a credential, not even where one
 * was pasted by mistake (G10).
 */
export function redactedView(config: Config): JsonObject {
  const secrets = secretsOf(config).filter((secret) => secret.length >= SHORTEST_MASKED);
  return Object.fromEntries(
    Object.entries(viewOf(config)).map(([section, value]) => [section, masked(value, secrets)]),
  );
}

function masked(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), value);
  }
  if (isList(value)) return value.map((it) => masked(it, secrets));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, masked(member, secrets)]));
}

function viewOf(config: Config): JsonObject {
  const { endpoints, ingress, limits, provider, log, bus, redaction, logging } = config;
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
    redaction: { extra_secrets_env: redaction.extra_secrets_env },
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
