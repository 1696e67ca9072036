import type { ProviderLimits } from '@aip-hermes/binding';
import type { Surroundings } from '../ports.js';
import type { BindingStream, CommitOptions } from '../streams/binding-stream.js';
import type { Endpoint } from './endpoint.js';

/** Everything the parts of one run share. */
export interface RunContext {
  readonly stream: BindingStream;
  readonly endpoint: Endpoint;
  readonly surroundings: Surroundings;
  readonly instanceId: string;
  /** Credentials this process holds; masked wherever the provider repeats them (G10). */
  readonly secrets: readonly string[];
  /** Aborts when the process stops observing. */
  readonly signal: AbortSignal;
  /** False: one append per provider event; only the bench's baseline wants that (DESIGN 10, B1c). */
  readonly batching: boolean;
}

/** What is held for provider text under this run's policy. */
export function limitsOf(run: RunContext): ProviderLimits {
  const { max_events, max_output_bytes, max_event_data_bytes } = run.endpoint.policy;
  return { max_events, max_output_bytes, max_event_data_bytes, secrets: run.secrets };
}

/** What came from the provider waits for the log as long as the process lives; it must not be lost. */
export function patiently(run: RunContext): CommitOptions {
  return { whileDown: 'wait', signal: run.signal };
}
