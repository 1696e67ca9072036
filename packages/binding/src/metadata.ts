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
  /** `session_id` of chunks; null: none. */
  readonly session_id: string | null;
  /** W3C trace context of chunks; null: none. */
  readonly traceparent: string | null;
}

/** Metadata of every event of the project's streams (DESIGN 3). */
export interface EventMetadata {
  /** `correlation_id` of the command that caused it; absent: none. */
  readonly $correlationId?: string;
  /** `message_id` of the command that caused it; absent: none. */
  readonly $causationId?: string;
  /** Version of the shape of `data`. */
  readonly schema_version: number;
  /** An older process may skip this event although it does not know it. */
  readonly ignorable?: boolean;
  /** The process that wrote it. */
  readonly instance_id: string;
  /** RFC 3339. */
  readonly recorded_at: string;
  /** Present in binding streams: SHA-256 over the previous chain, id, type and data. */
  readonly chain?: string;
  /** What the projection needs beside `data`. */
  readonly projection: ProjectionContext;
}

/** Highest event schema version this build understands. */
export const SCHEMA_VERSION = 1;

/** Version of the mapping from events to messages. */
export const PROJECTION_VERSION = 1;
