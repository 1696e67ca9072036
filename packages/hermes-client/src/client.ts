import type { EndpointHealth, StartOutcome, StatusOutcome, StreamRead } from './outcome.js';

/** What a start carries; the body is built by the caller and sent byte for byte (SPEC I6, I7). */
export interface StartRequest {
  /** JSON text of the body. */
  readonly body: string;
  /** 43 characters, base64url SHA-256 (DESIGN 6). */
  readonly idempotencyKey: string;
  /** Further headers (trace, tenant); values that are no legal header make the call `not_sent`. */
  readonly headers: Readonly<Record<string, string>>;
  /** From now until the call is given up, milliseconds. */
  readonly timeoutMs: number;
}

/** The runs API of one endpoint (hermes/README). Never throws for what the provider does or says. */
export interface HermesClient {
  readonly endpointId: string;
  /** Sends exactly one `POST /v1/runs`, never repeated by any layer. `signal` gives it up: unknown if sent. */
  startRun(request: StartRequest, signal: AbortSignal): Promise<StartOutcome>;
  /**
   * Opens the run's event stream once. Ends by itself after an item with `end`, and when `signal` aborts.
   * No time-out on silence (C15): a watchdog is the caller's. Limits: frame 1 MiB, stream 64 MiB (DESIGN 6).
   */
  openEvents(runId: string, signal: AbortSignal): AsyncIterable<StreamRead>;
  /** Reads the run's status once; body at most 16 MiB. */
  readStatus(runId: string, signal: AbortSignal): Promise<StatusOutcome>;
  /** Reads health and capabilities (SPEC C4). */
  checkHealth(signal: AbortSignal): Promise<EndpointHealth>;
  close(): Promise<void>;
}
