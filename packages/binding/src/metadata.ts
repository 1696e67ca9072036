/** What the projection needs beside an event's data; stands in every event's metadata (DESIGN 3). */
export interface ProjectionContext {
  /** Version of the projection rules that this event's messages follow. */
  readonly version: number;
  /** `from` of every message. */
  readonly agent: string;
  /** Whom chunks are addressed to. */
  readonly to: { readonly id: string; readonly kind: string };
  /** Whether chunks of this binding are published (SPEC O3). */
  readonly publish_chunks: boolean;
  readonly session_id: string | null;
  readonly traceparent: string | null;
}

/** Metadata of every event of the project's streams (DESIGN 3). */
export interface EventMetadata {
  readonly $correlationId?: string;
  readonly $causationId?: string;
  readonly schema_version: number;
  /** An older process may skip this event although it does not know it. */
  readonly ignorable?: boolean;
  readonly instance_id: string;
  /** RFC 3339. */
  readonly recorded_at: string;
  /** Present in binding streams: SHA-256 over the previous chain, id, type and data. */
  readonly chain?: string;
  readonly projection: ProjectionContext;
}

/** Highest event schema version this build understands. */
export const SCHEMA_VERSION = 1;

/** Version of the mapping from events to messages. */
export const PROJECTION_VERSION = 1;
