/**
 * The transport port: one HTTP request, one answer whose body is read as it arrives. Only the undici adapter
 * knows sockets; tests under a virtual clock bring their own transport.
 */

/** A request to the provider. Header names are lower case. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute URL, built by the client alone (never from provider or caller text). */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /**
   * True for the start and control calls: a fresh connection, never a kept-alive one, so that no layer below
   * can repeat the request on a stale socket (G1). True for event streams too: a stale socket would cost the
   * run its only stream, and an open stream must not hold a place in a pool that status reads wait for.
   */
  readonly freshConnection: boolean;
  /**
   * Aborts the exchange at any moment, at once, also while connecting and while the body is read; who does not
   * read a body to its end aborts. The transport sets no time-out of its own but the one for connecting.
   */
  readonly signal: AbortSignal;
}

/** The answer's head; `body` yields the chunks as read from the network, in order, decoded from gzip if need be. */
export interface TransportResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Throws TransportFailure when the connection breaks or the coding is damaged. Leaving the loop closes it. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** One HTTP exchange below the client's rules. Follows no redirect and repeats nothing. */
export interface HermesTransport {
  /** @throws TransportFailure when no answer head arrived. */
  request(request: TransportRequest): Promise<TransportResponse>;
  /** Closes kept connections. Idempotent. */
  close(): Promise<void>;
}

/** The exchange broke. `requestSent`: whether any byte of the request can have left the process (SPEC S6). */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly code = 'hermes_client.transport';
  readonly reason: TransportFailureReason;
  readonly requestSent: boolean;
  constructor(reason: TransportFailureReason, requestSent: boolean, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.requestSent = requestSent;
  }
}

/** Where an exchange broke. `local`: before the network (an illegal header, say). */
export type TransportFailureReason =
  'refused' | 'dns' | 'tls' | 'connect_timeout' | 'reset' | 'aborted' | 'truncated' | 'protocol' | 'local';
