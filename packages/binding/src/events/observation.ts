import type { JsonObject } from '@aip-hermes/aip';

/** Kind of a published chunk (AIP StreamChunk). */
export type ChunkKind = 'data' | 'thought' | 'tool' | 'pending_approval' | 'error' | 'done' | 'progress';

/** What was cut from provider text: JSON Pointer into the provider object, whole size and digest (SPEC R6). */
export interface Truncation {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Who appends provider events from now on; every observation has its own claim id (DESIGN 3.2 fence 6). */
export interface ObservationClaimed {
  readonly claim_id: string;
  readonly instance_id: string;
}

/** One provider event, redacted and capped, with its place in the chunk sequence (SPEC B6, O2, O3). */
export interface ProviderEventObserved {
  readonly sequence: number;
  readonly event: string;
  readonly kind: ChunkKind;
  readonly provider: JsonObject;
  readonly truncated?: readonly Truncation[];
}

/** The stream gives no more; from here on the run is polled (SPEC O6, O7). */
export interface StreamEnded {
  readonly sequence: number;
  /** `closed`, `transport`, `decode`, `frame_limit`, `stream_limit`, `not_found`, `http_status`, `taken_over`, `drained`. */
  readonly reason: string;
  readonly detail: string;
}
