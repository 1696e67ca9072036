import { protocolError, type ProtocolError } from '@aip-hermes/aip';
import { endpointOfCapability, operatorError, type VerifiedCaller } from '@aip-hermes/binding';
import type { Endpoint, Endpoints } from '../runs/endpoint.js';

/** The endpoint of a capability, or why this caller cannot use it. */
export type EndpointChoice =
  | { readonly kind: 'found'; readonly endpoint: Endpoint }
  | { readonly kind: 'refused'; readonly error: ProtocolError };

/** Finds the endpoint a capability names and checks its tenant boundary (SPEC C1, I9). */
export function endpointFor(
  endpoints: Endpoints,
  capabilityId: string,
  caller: VerifiedCaller,
): EndpointChoice {
  const id = endpointOfCapability(capabilityId);
  const endpoint = id === null ? undefined : endpoints.get(id);
  if (endpoint === undefined) {
    return {
      kind: 'refused',
      error: protocolError({
        code: 'resource.not_found',
        message:
          'No endpoint of this connector offers the capability. `aip-hermes manifest` lists what is offered.',
        category: 'permanent',
        retryable: false,
        details: { rule: 'C1' },
      }),
    };
  }
  if (endpoint.tenant !== null && caller.tenant?.id !== endpoint.tenant) {
    const message = 'The endpoint belongs to another tenant than the verified one of the command.';
    return { kind: 'refused', error: operatorError('connector.hermes_agent.tenant_mismatch', message) };
  }
  return { kind: 'found', endpoint };
}
