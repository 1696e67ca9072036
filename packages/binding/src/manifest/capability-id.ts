const PREFIX = 'cap:hermes_agent:';
const SUFFIX = ':operator';
const TYPED_ENDPOINT_ID = /^[A-Za-z0-9_-]{1,128}$/;
const ENDPOINT_ID = /^[a-z0-9_-]{1,128}$/;

/** The agent that every message of the connector comes from, unless configured otherwise. */
export const CONNECTOR_AGENT_ID = 'agent:hermes_agent:connector';

/** The normal form of an endpoint id: trimmed, lower case; null when it cannot be one (SPEC C1). */
export function normaliseEndpointId(text: string): string | null {
  const trimmed = text.trim();
  return TYPED_ENDPOINT_ID.test(trimmed) ? trimmed.toLowerCase() : null;
}

/** Capability id of an endpoint's operator (SPEC C1). `endpointId` in normal form. */
export function capabilityIdOf(endpointId: string): string {
  return `${PREFIX}${endpointId}${SUFFIX}`;
}

/** The endpoint id of an operator capability id; null for every other capability (SPEC C1). */
export function endpointOfCapability(capabilityId: string): string | null {
  if (!capabilityId.startsWith(PREFIX) || !capabilityId.endsWith(SUFFIX)) return null;
  const endpointId = capabilityId.slice(PREFIX.length, -SUFFIX.length);
  return ENDPOINT_ID.test(endpointId) ? endpointId : null;
}
