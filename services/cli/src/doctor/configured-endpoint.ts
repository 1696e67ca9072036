import type { EndpointConfig } from '@aip-hermes/config';

/** What this command has configured for an endpoint. */
export interface ConfiguredEndpoint extends Pick<EndpointConfig, 'tenant' | 'policy'> {
  /** The limit of an Action's input that is in effect, bytes: that of the policy, or less where the log takes no more. */
  readonly inputBytes: number;
}
