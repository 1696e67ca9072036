/** What a call to the provider came to. Callers switch on `kind`; nothing here is thrown. */

/** A JSON value as the provider sent it; integers beyond 2^53 - 1 are kept as text (C88). */
export type ProviderJson = null | boolean | number | string | readonly ProviderJson[] | ProviderObject;

/** A JSON object of the provider. */
export interface ProviderObject {
  readonly [member: string]: ProviderJson;
}

/** Outcome of `POST /v1/runs` (SPEC S3 to S6, S10). Exactly one request was made, or none with `not_sent`. */
export type StartOutcome =
  | { readonly kind: 'accepted'; readonly runId: string; readonly replayed: boolean | null }
  | {
      /** 4xx: definitely not started. */
      readonly kind: 'rejected';
      readonly httpStatus: number;
      /** The provider's error code and message, untrusted, capped at 2 KiB each. */
      readonly providerCode: string | null;
      readonly providerMessage: string | null;
      readonly retryAfterMs: number | null;
    }
  | {
      /** The run may exist. `runIdSeen`: an id found in an answer that does not bind (S5, S6), capped at 512. */
      readonly kind: 'unknown';
      readonly reason: string;
      readonly requestSent: boolean;
      readonly httpStatus: number | null;
      readonly runIdSeen: string | null;
    }
  | {
      /** Failed before anything could leave the process (S10). */
      readonly kind: 'not_sent';
      readonly reason: string;
    };

/** Outcome of `GET /v1/runs/{id}` (SPEC O8, O9). `large`: the body had over 1 MiB; ask again with patience (G13). */
export type StatusOutcome =
  | {
      readonly kind: 'status';
      readonly status: string;
      /**
       * What the provider said. Of a document over 2 MiB, nested too deep or with too many values: the members that
       * matter, and its beginning as text under `opaque`.
       */
      readonly document: ProviderObject;
      readonly large?: true;
    }
  | { readonly kind: 'not_found'; readonly reason: string }
  | {
      readonly kind: 'transient';
      readonly reason: string;
      readonly httpStatus: number | null;
      readonly retryAfterMs: number | null;
      readonly large?: true;
    };

/** One event of a run's stream. `name` is the `event:` line, else the JSON member `event`, else `unknown`. */
export interface ProviderEvent {
  readonly name: string;
  /**
   * The event's JSON object. One nested too deep or with too many values is kept as text under `{event, opaque}`,
   * beside its run id, output and error.
   */
  readonly data: ProviderObject;
}

/** Why a stream gives no more events; the run goes on and is polled (SPEC O6). */
export type StreamEndReason =
  | 'closed'
  | 'transport'
  | 'decode'
  | 'frame_limit'
  | 'stream_limit'
  | 'not_found'
  | 'http_status'
  | 'aborted';

/**
 * What one network read brought: its events in order, and the end if it ended. Comments and keep-alives give an
 * item without events, so that a watchdog can see life.
 */
export interface StreamRead {
  readonly events: readonly ProviderEvent[];
  readonly end: { readonly reason: StreamEndReason; readonly detail: string } | null;
}

/** What `GET /health` and `GET /v1/capabilities` say about an endpoint (SPEC C4). */
export type EndpointHealth =
  | {
      readonly kind: 'up';
      readonly version: string | null;
      readonly features: ProviderObject;
      /** Plain sentences a person can act on: an old release, a missing feature. */
      readonly remarks: readonly string[];
    }
  | { readonly kind: 'foreign'; readonly remark: string }
  | { readonly kind: 'unauthorised'; readonly remark: string }
  | { readonly kind: 'down'; readonly remark: string };
