import type { Config, EndpointConfig } from '@aip-hermes/config';
import { Slots, type Endpoint, type Endpoints, type Surroundings } from '@aip-hermes/connector';
import { createHermesClient } from '@aip-hermes/hermes-client';
import { createUndiciTransport } from '@aip-hermes/hermes-client/undici';
import { VERSION } from '../version.js';

/** Every configured endpoint with a client of its own. Nothing is sent yet. */
export function buildEndpoints(config: Config, surroundings: Surroundings): Endpoints {
  return new Map(config.endpoints.map((it) => [it.id, buildEndpoint(it, config, surroundings)]));
}

function buildEndpoint(endpoint: EndpointConfig, { provider }: Config, surroundings: Surroundings): Endpoint {
  const { id, baseUrl, apiKey, tenant, policy, policyDigest } = endpoint;
  const client = createHermesClient({
    endpointId: id,
    baseUrl,
    apiKey: apiKey.reveal(),
    transport: createUndiciTransport({ connectTimeoutMs: provider.connect_timeout_ms }),
    timers: surroundings.timers,
    headersTimeoutMs: provider.headers_timeout_ms,
    userAgent: `aip-hermes-connector/${VERSION}`,
  });
  return { id, tenant, policy, policyDigest, client, slots: new Slots(policy.max_concurrent_runs) };
}
