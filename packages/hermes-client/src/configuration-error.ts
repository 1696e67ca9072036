/** A client was configured so that it can never work. Names the endpoint and the member, never its value. */
export class HermesClientConfigurationError extends Error {
  override readonly name = 'HermesClientConfigurationError';
  readonly code = 'hermes_client.configuration';
}
