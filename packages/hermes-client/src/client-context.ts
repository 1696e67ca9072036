import type { CredentialMask } from './credential-mask.js';
import type { EndpointUrls } from './endpoint-urls.js';
import type { ClientTimers } from './timers.js';
import type { HermesTransport } from './transport.js';

/** What every call of one endpoint's client needs. Never leaves this package: it can make the key's header. */
export interface ClientContext {
  readonly urls: EndpointUrls;
  readonly transport: HermesTransport;
  readonly timers: ClientTimers;
  /** From sending a request to the answer's head, milliseconds. */
  readonly headersTimeoutMs: number;
  /** From the head to the end of a JSON body, milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Headers every request carries; with `authorised`, the key too. */
  headers(authorised: boolean): Record<string, string>;
  /** Takes the key out of what the provider says, should it ever repeat it (G10). */
  readonly mask: CredentialMask;
}
