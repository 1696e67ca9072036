import type { Envelope } from './messages/envelope.js';

/** Media type of an envelope (aip section 5). */
export const AIP_CONTENT_TYPE = 'application/aip+json';

/** What else a message says in headers; `extra` never replaces a header of the contract. */
export interface MessageHeaderOptions {
  readonly projectionVersion?: string | number | undefined;
  readonly traceparent?: string | undefined;
  readonly extra?: Readonly<Record<string, string>> | undefined;
}

/** The headers of an envelope on the bus (DESIGN 4); what is unset is left out. */
export function messageHeaders(
  envelope: Pick<Envelope, 'aip_version' | 'message_type' | 'message_id' | 'correlation_id'>,
  options: MessageHeaderOptions = {},
): Readonly<Record<string, string>> {
  const { projectionVersion, traceparent, extra } = options;
  const headers: Record<string, string> = {
    ...extra,
    'content-type': AIP_CONTENT_TYPE,
    'aip-version': envelope.aip_version,
    'aip-message-type': envelope.message_type,
    'aip-message-id': envelope.message_id,
  };
  if (envelope.correlation_id !== undefined && envelope.correlation_id !== null)
    headers['aip-correlation-id'] = envelope.correlation_id;
  if (projectionVersion !== undefined) headers['aip-projection-version'] = String(projectionVersion);
  if (traceparent !== undefined) headers['traceparent'] = traceparent;
  return headers;
}
