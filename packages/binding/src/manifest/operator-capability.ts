import type { JsonObject } from '@aip-hermes/aip';
import { capabilityIdOf } from './capability-id.js';
import { operatorContract } from './operator-contract.js';
import { OPERATOR_INPUT_SCHEMA, OPERATOR_OUTPUT_SCHEMA } from './operator-schemas.js';

/** Connector profile that the capability is bound to. */
export const CONNECTOR_PROFILE = 'aip.connector.hermes_agent.v1';

/** A configured endpoint: id in normal form (SPEC C1) and the address that people may see. */
export interface ManifestEndpoint {
  readonly id: string;
  readonly baseUrl: string;
}

/**
 * The manifest entry of an endpoint's operator (SPEC C2). Credentials, query and fragment of the address are
 * left out. Throws TypeError when `baseUrl` is not a URL; the configuration has checked it.
 */
export function operatorCapability(endpoint: ManifestEndpoint): JsonObject {
  return {
    id: capabilityIdOf(endpoint.id),
    name: `Hermes Agent router/operator run (${endpoint.id})`,
    kind: 'agent',
    description:
      'Pursues a bounded objective with a governed Hermes run, or answers the approval prompt of an earlier one ' +
      '(operator, POST /v1/runs).',
    risk: 'high',
    stability: 'stable',
    auth: { scheme: 'bearer', source: 'endpoint.api_key' },
    requires_human_approval: true,
    bindings: [
      {
        profile: CONNECTOR_PROFILE,
        system: 'hermes-agent',
        endpoint_id: endpoint.id,
        operation: 'operator',
        base_url: publicAddress(endpoint.baseUrl),
        method: 'POST',
        path: '/v1/runs',
        streaming: false,
      },
    ],
    input_schema: OPERATOR_INPUT_SCHEMA,
    output_schema: OPERATOR_OUTPUT_SCHEMA,
    contract: operatorContract(endpoint.id),
  };
}

function publicAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  return `${url.origin}${url.pathname}`;
}
