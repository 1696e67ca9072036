import type { JsonObject } from '@aip-hermes/aip';

/** Kind of a published chunk (AIP StreamChunk). */
export type ChunkKind = 'data' | 'thought' | 'tool' | 'pending_approval' | 'error' | 'done' | 'progress';

/** What was cut from provider text: JSON Pointer into the provider object, whole size and digest (SPEC R6). */
export interface Truncation {
  /** JSON Pointer into the provider object. */
  readonly path: string;
  /** Size of the whole text in UTF-8 bytes. */
  readonly bytes: number;
  /** Digest of the whole text, hexadecimal. */
  readonly sha256: string;
}

/** Who appends provider events from now on; every observation has its own claim id (DESIGN 3.2 fence 6). */
export interface ObservationClaimed {
  /** UUID of this observation. */
  readonly claim_id: string;
  /** The process that observes. */
  readonly instance_id: string;
}

/** One provider event, redacted and capped, with its place in the chunk sequence (SPEC B6, O2, O3). */
export interface ProviderEventObserved {
  /** Place of its chunk. */
  readonly sequence: number;
  /** The provider's name of the event, or `connector.<word>`. */
  readonly event: string;
  /** Kind of its chunk. */
  readonly kind: ChunkKind;
  /** The event, redacted and capped. */
  readonly provider: JsonObject;
  /** What was cut from `provider`; absent when nothing was (SPEC R6). */
  readonly truncated?: readonly Truncation[];
}

/** The stream gives no more; from here on the run is polled (SPEC O6, O7). */
export interface StreamEnded {
  /** Place of its chunk. */
  readonly sequence: number;
  /** `closed`, `transport`, `decode`, `frame_limit`, `stream_limit`, `not_found`, `http_status`, `taken_over`, `drained`. */
  readonly reason: string;
  /** The same for a person, without provider text. */
  readonly detail: string;
}
