export type { HermesClient, StartRequest } from './client.js';
export type {
  EndpointHealth,
  ProviderEvent,
  ProviderJson,
  ProviderObject,
  StartOutcome,
  StatusOutcome,
  StreamEndReason,
  StreamRead,
} from './outcome.js';
export type { ClientTimers } from './timers.js';
export type {
  HermesTransport,
  TransportFailureReason,
  TransportRequest,
  TransportResponse,
} from './transport.js';
export { TransportFailure } from './transport.js';
export { HermesClientConfigurationError } from './configuration-error.js';
export { createHermesClient } from './create-hermes-client.js';
export type { HermesClientOptions } from './create-hermes-client.js';
export { isUsableRunId } from './run-id.js';
