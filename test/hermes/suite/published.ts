/** A stream chunk as far as the suite looks at it. */
interface Chunk {
  readonly sequence: number;
  readonly kind: string;
  readonly data: { readonly hermes_operator: Record<string, unknown> };
  readonly part?: { readonly text?: string };
}

/** An action result as far as the suite looks at it. */
interface Result {
  readonly status: string;
  readonly output?: Record<string, unknown>;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly details?: Record<string, unknown>;
  };
  readonly message?: readonly { readonly type: string; readonly text?: string }[];
}

/** What the bus holds of one Action, in order. */
export interface Published {
  readonly chunks: readonly Chunk[];
  readonly results: readonly Result[];
  /** Everything that was said, from the text parts of the chunks. */
  readonly said: string;
}

/** Sorts what `aip-hermes watch --json` prints. */
export function published(values: readonly Record<string, unknown>[]): Published {
  const bodies = values.map(({ value }) => (value as { body?: Record<string, unknown> }).body ?? {});
  const chunks = bodies.flatMap(({ stream_chunk: chunk }) => (chunk === undefined ? [] : [chunk as Chunk]));
  const results = bodies.flatMap(({ action_result: one }) => (one === undefined ? [] : [one as Result]));
  return { chunks, results, said: chunks.map(({ part }) => part?.text ?? '').join('') };
}
