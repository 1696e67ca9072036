import type { JsonObject } from '@aip-hermes/aip';
import { CONNECTOR_AGENT_ID } from './capability-id.js';
import { CONNECTOR_PROFILE, operatorCapability, type ManifestEndpoint } from './operator-capability.js';

/** The connector's manifest with one operator capability per endpoint, in the given order (SPEC C2, C3). */
export function manifest(endpoints: readonly ManifestEndpoint[]): JsonObject {
  return {
    version: 'aip-manifest/v1',
    agent: { id: CONNECTOR_AGENT_ID, kind: 'agent', display_name: 'Hermes Agent connector' },
    profiles: ['aip.native.http.v1', 'aip.native.sse.v1', CONNECTOR_PROFILE],
    capabilities: endpoints.map(operatorCapability),
    resources: [],
    channels: [],
    security: { transport: 'http', authentication: 'bearer', scope: 'endpoint' },
    compatibility: {
      system: 'hermes-agent',
      endpoints: endpoints.map(({ id }) => id),
      operations: ['operator'],
      operator_principals: endpoints.map(({ id }) => `agent:hermes_operator:${id}`),
      delegation_enabled: false,
    },
  };
}
